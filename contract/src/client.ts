import type * as z from 'zod/mini'
import { addressOf, type AddressParts } from './address.ts'
import { ClientError, UNEXPECTED, UNREACHABLE } from './client-error.ts'
import { problem, PROBLEM_PREFIX } from './problem.ts'
import type { Route } from './route.ts'

type Part = 'params' | 'query' | 'body'

/** The parts a route declares, in the shapes its schemas accept. */
type Declared<R extends Route> = {
  [P in Part as R[P] extends z.ZodMiniType ? P : never]: z.input<Extract<R[P], z.ZodMiniType>>
}

/** Parts that may be left out: those whose values may be undefined or have no required field. */
type Optional<D> = { [P in keyof D]: undefined extends D[P] ? P : {} extends D[P] ? P : never }[keyof D]

/** What a call of the route has to be given. */
export type Given<R extends Route> = Omit<Declared<R>, Optional<Declared<R>>> &
  Partial<Pick<Declared<R>, Optional<Declared<R>>>> & { signal?: AbortSignal }

type Arguments<R extends Route> = {} extends Given<R> ? [given?: Given<R>] : [given: Given<R>]

/** The parts of a request that is sent as it is, unchecked. */
export interface Parts extends AddressParts {
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** What the server sent back. `body` is parsed when it is JSON, a string when it is other text, undefined when empty. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Bad gateway, service unavailable, gateway timeout. */
const PROXY_STATUSES = new Set([502, 503, 504])

/**
 * - `origin`: of the server, such as `https://greenhouse.example`; '' in a page that this server has sent
 * - `token`: of a session or a device, or what returns the current one; sent with every route that is not public
 * - `headers`: sent with every request
 * - `fetch`: instead of the platform's own
 * - `onRefusal`: called with every response other than 200 and 204 before `call` throws, and with the token that was sent
 */
export interface ClientOptions {
  readonly origin: string
  readonly token?: string | (() => string | null)
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  readonly onRefusal?: (error: ClientError, token: string | null) => void
}

export interface Client {
  /**
   * Calls a route and returns its checked reply (undefined for a route without one).
   *
   * @throws ClientError for every status but 200 and 204, without a response, and for a reply of another shape than promised
   */
  call<R extends Route>(route: R, ...given: Arguments<R>): Promise<z.output<R['reply']>>
  /**
   * Sends a request and returns the response whatever its status, without checking either.
   *
   * @throws ClientError without a response
   */
  send(route: Route, parts?: Parts): Promise<Reply>
}

/** A client of the HTTP API for browsers and Node. */
export function createClient(options: ClientOptions): Client {
  return {
    call: (route, ...[given]) => checkedReply(options, route, given),
    send: (route, parts) => exchange(options, route, { ...parts, token: tokenFor(route, options) }),
  }
}

async function checkedReply<R extends Route>(
  options: ClientOptions,
  route: R,
  parts: Parts | undefined,
): Promise<z.output<R['reply']>> {
  const token = tokenFor(route, options)
  const reply = await exchange(options, route, { ...parts, token })
  if (reply.status !== 200 && reply.status !== 204) {
    // No caller could tell a server behind a proxy that is away from one that is away.
    if (isOfProxy(reply)) throw new ClientError(UNREACHABLE, 0, { code: 'network', cause: refusal(reply) })
    const error = refusal(reply)
    options.onRefusal?.(error, token)
    throw error
  }
  const checked = route.reply.safeParse(reply.body)
  if (!checked.success) throw new ClientError(UNEXPECTED, reply.status, { code: 'reply.malformed' })
  return checked.data as z.output<R['reply']>
}

/** Whether a proxy says that the server behind it can't be reached. The server itself always answers with a problem. */
function isOfProxy({ status, body }: Reply): boolean {
  return PROXY_STATUSES.has(status) && !problem.safeParse(body).success
}

function tokenFor({ access }: Route, { token }: ClientOptions): string | null {
  if (access === 'public' || access === 'ticket' || token === undefined) return null
  return typeof token === 'function' ? token() : token
}

async function exchange(
  { origin, headers, fetch: send = fetch }: ClientOptions,
  route: Route,
  { body, signal, token, ...parts }: Parts & { readonly token: string | null },
): Promise<Reply> {
  try {
    const response = await send(origin + addressOf(route, parts), {
      method: route.method,
      headers: {
        ...headers,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
    const { status, headers: received } = response
    return { status, headers: received, body: contentOf(await response.text(), received) }
  } catch (cause) {
    // A call that its caller aborted is no failure to report.
    if (signal?.aborted) throw cause
    throw new ClientError(UNREACHABLE, 0, { code: 'network', cause })
  }
}

function contentOf(text: string, headers: Headers): unknown {
  if (text === '') return undefined
  if (!headers.get('content-type')?.includes('json')) return text
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusal({ status, headers, body }: Reply): ClientError {
  const parsed = problem.safeParse(body)
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return new ClientError((parsed.success && parsed.data.title) || UNEXPECTED, status, {
    code: parsed.success ? parsed.data.type.replace(PROBLEM_PREFIX, '') : '',
    problem: parsed.data,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
  })
}
