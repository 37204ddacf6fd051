import type * as z from 'zod/mini'
import { addressOf, type AddressParts } from './address.ts'
import { ClientError, UNEXPECTED, UNREACHABLE } from './client-error.ts'
import { problem, PROBLEM_PREFIX } from './problem.ts'
import { openReplyCheck } from './reply-check.ts'
import type { Route } from './route.ts'

type Part = 'params' | 'query' | 'body'

type Declared<R extends Route> = {
  [P in Part as R[P] extends z.ZodMiniType ? P : never]: z.input<Extract<R[P], z.ZodMiniType>>
} & (R extends { readonly upload: object } ? { body: Blob } : {})

type Optional<D> = { [P in keyof D]: undefined extends D[P] ? P : {} extends D[P] ? P : never }[keyof D]

export type Given<R extends Route> = Omit<Declared<R>, Optional<Declared<R>>> &
  Partial<Pick<Declared<R>, Optional<Declared<R>>>> & { signal?: AbortSignal }

type Arguments<R extends Route> = {} extends Given<R> ? [given?: Given<R>] : [given: Given<R>]

export interface Parts extends AddressParts {
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** `body` is parsed JSON, text, or undefined when empty. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

const FILE = 'application/octet-stream'
const PROXY_STATUSES = new Set([502, 503, 504])

/**
 * `query` is sent with each request, whose own query wins. `onRefusal` is called before `call` throws for a status other than
 * 200 and 204.
 */
export interface ClientOptions {
  readonly origin: string
  readonly token?: string | (() => string | null)
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: (route: Route) => Readonly<Record<string, string>>
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  readonly onRefusal?: (error: ClientError, token: string | null) => void
}

export interface Client {
  /** Throws ClientError unless the status is 200 or 204 and the reply has its shape. */
  call<R extends Route>(route: R, ...given: Arguments<R>): Promise<z.output<R['reply']>>
  send(route: Route, parts?: Parts): Promise<Reply>
}

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
    // A failing server behind a proxy is reported like an unreachable one.
    if (isOfProxy(reply)) throw new ClientError(UNREACHABLE, 0, { code: 'network', cause: refusal(reply) })
    const error = refusal(reply)
    options.onRefusal?.(error, token)
    throw error
  }
  try {
    return checkOf(route)(reply.body) as z.output<R['reply']>
  } catch (cause) {
    throw new ClientError(UNEXPECTED, reply.status, { code: 'reply.malformed', cause })
  }
}

const checks = new WeakMap<Route, ReturnType<typeof openReplyCheck>>()

function checkOf(route: Route): ReturnType<typeof openReplyCheck> {
  const check = checks.get(route) ?? openReplyCheck(route.reply)
  checks.set(route, check)
  return check
}

/** The server itself always answers with a problem. */
function isOfProxy({ status, body }: Reply): boolean {
  return PROXY_STATUSES.has(status) && !problem.safeParse(body).success
}

function tokenFor({ access }: Route, { token }: ClientOptions): string | null {
  if (access !== 'member' && access !== 'board') return null
  if (token === undefined) return null
  return typeof token === 'function' ? token() : token
}

async function exchange(
  { origin, headers, query, fetch: send = fetch }: ClientOptions,
  route: Route,
  { body, signal, token, ...parts }: Parts & { readonly token: string | null },
): Promise<Reply> {
  try {
    const response = await send(
      origin + addressOf(route, { ...parts, query: { ...query?.(route), ...(parts.query as object) } }),
      {
        method: route.method,
        headers: {
          ...headers,
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': route.upload ? FILE : 'application/json' }),
        },
        ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      },
    )
    const { status, headers: received } = response
    return { status, headers: received, body: contentOf(await response.text(), received) }
  } catch (cause) {
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
