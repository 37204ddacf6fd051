import { problem, PROBLEM_PREFIX, type Route } from '@greenhouse/contract'
import type * as z from 'zod/mini'
import { CallError, UNEXPECTED, UNREACHABLE } from './call-error.ts'
import { loseSession } from './session-lost.ts'
import { requireSetup } from './setup-required.ts'
import { readToken } from './token.ts'

type Part = 'params' | 'query' | 'body'

/** What a route wants to be given: exactly the parts it declares. */
export type Given<R extends Route> = {
  [P in Part as R[P] extends z.ZodMiniType ? P : never]: z.input<Extract<R[P], z.ZodMiniType>>
}

type Arguments<R extends Route> = keyof Given<R> extends never
  ? [given?: { signal?: AbortSignal }]
  : [given: Given<R> & { signal?: AbortSignal }]

/**
 * Makes one call of the API and returns its checked reply (undefined for one that answers nothing).
 *
 * @throws CallError for every answer but 200 and 204, for none at all, and for a reply of another shape than promised
 */
export async function call<R extends Route>(route: R, ...[given]: Arguments<R>): Promise<z.output<R['reply']>> {
  const { params, query, body, signal }: Parts = given ?? {}
  const token = route.access === 'public' ? null : readToken()
  const response = await request(address(route.path, params, query), {
    method: route.method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
  if (response.status !== 200 && response.status !== 204) {
    const error = await failure(response)
    if (error.status === 401 && error.code === 'session.invalid' && token !== null) loseSession(token)
    if (error.status === 403 && error.code === 'second-factor.setup-required') requireSetup()
    throw error
  }
  const reply = route.reply.safeParse(await contentOf(response))
  if (!reply.success) throw new CallError(UNEXPECTED, response.status, { code: 'reply.malformed' })
  return reply.data as z.output<R['reply']>
}

interface Parts {
  params?: unknown
  query?: unknown
  body?: unknown
  signal?: AbortSignal
}

async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    // A call taken back by its caller is no failure to report.
    if (init.signal?.aborted) throw error
    throw new CallError(UNREACHABLE, 0, { code: 'network' })
  }
}

function address(path: string, params: unknown, query: unknown): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(texts(params)[name] ?? ''))
  const search = new URLSearchParams(texts(query)).toString()
  return search === '' ? filled : `${filled}?${search}`
}

function texts(values: unknown): Record<string, string> {
  if (typeof values !== 'object' || values === null) return {}
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

async function contentOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  return response.headers.get('content-type')?.includes('json') ? parseJson(text) : text
}

async function failure(response: Response): Promise<CallError> {
  const told = problem.safeParse(parseJson(await response.text().catch(() => '')))
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new CallError((told.success && told.data.title) || UNEXPECTED, response.status, {
    ...(told.success ? { problem: told.data, code: told.data.type.replace(PROBLEM_PREFIX, '') } : {}),
    ...(Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {}),
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
