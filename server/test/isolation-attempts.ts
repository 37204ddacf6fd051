import { randomUUID } from 'node:crypto'
import { PROBLEM_PREFIX, type Route } from '@greenhouse/contract'
import { namedRoutes, problemsOf, type NamedRoute } from '@greenhouse/contract/register'
import type { Belongings } from './belongings.ts'
import { fieldsOf, mention, ordinaryRequest, resolve, thingOf, type Field } from './inputs.ts'
import type { World } from './world.ts'

/** The status for an id of somebody else, where it is not that of its kind. */
const STATUSES: Readonly<Record<string, number>> = {
  // These filter a list of the user, which is empty then.
  'alert.list deviceId': 200,
  'episode.list deviceId': 200,
  'plant.waterings plantId': 200,
  // The people of a household have ids as well.
  'household.editMember userId': 404,
  'household.removeMember userId': 404,
  'household.handOver userId': 404,
  'task.create assignedTo': 404,
  'task.edit assignedTo': 404,
  // A rule on a sensor has no exceptions.
  'rule.edit exceptDeviceIds': 400,
}

/** Make malformed ids from an id of another user. Each gets a 400 about the field. */
const MALFORMED: ReadonlyArray<(id: string) => string> = [
  () => '',
  () => 'x',
  () => 'undefined',
  (id) => ` ${id}`,
  (id) => `{${id}}`,
  (id) => id.slice(0, -1),
  (id) => `${id}' or '1'='1`,
  (id) => `${id}%`,
  (id) => `${id}\0`,
]

export interface Attempt {
  readonly named: NamedRoute
  /** Describes the attempt, for the message when it succeeds. */
  readonly what: string
  readonly method: Route['method'] | 'HEAD'
  readonly path: string
  readonly body: unknown
  /** The status that the attempt must get. */
  readonly status: number
}

/** Returns, for each id of each route, otherwise correct requests with ids that do not belong to the user. */
export function attemptsOf(own: Belongings, foreign: Belongings, gone: Belongings): Attempt[] {
  return namedRoutes.flatMap((named) =>
    idsOf(named).flatMap((field) => {
      const thing = thingOf(field.name, named)
      // A user id of somebody else gets a 403; for ids of their belongings a 404, which does not reveal that they exist.
      const isInPath = named.route.path.includes(`:${field.name}`)
      const status = STATUSES[`${named.name} ${field.name}`] ?? (thing === 'userId' ? 403 : 404)
      const ids: Array<[string, string, number]> = [
        ["Ann's", foreign[thing], status],
        ['deleted', gone[thing], status],
        ['unknown', randomUUID(), status],
        ["Ann's in capitals", foreign[thing].toUpperCase(), status],
        // Without its id a path is the address of something else.
        ...MALFORMED.filter((spoil) => !isInPath || spoil('x') !== '').map((spoil): [string, string, number] => [
          'malformed',
          spoil(foreign[thing]),
          400,
        ]),
      ]
      return ids.flatMap(([whose, id, expected]) => {
        // The ticket of these requests is invented, and verified before anything else.
        const refused = named.route.access === 'ticket' ? 401 : expected
        const attempt = { named, what: `${named.name} with ${field.name} ${whose}: ${id}`, status: refused }
        const request = withId(ordinaryRequest(named, field.name), field, { thing, id, own, isInPath })
        const { method } = named.route
        return [method, ...(method === 'GET' ? ['HEAD' as const] : [])].map((one) => ({
          ...attempt,
          ...request,
          method: one,
        }))
      })
    }),
  )
}

/** Returns the request with another id in one field. */
function withId(
  { path, body }: { path: string; body: unknown },
  { name, isList }: Field,
  { thing, id, own, isInPath }: { thing: keyof Belongings; id: string; own: Belongings; isInPath: boolean },
): { path: string; body: unknown } {
  const there = mention('own', thing)
  // A path names no fields: there an id is a part of its own.
  const inQuery = path.replace(`${name}=${there}`, () => `${name}=${encodeURIComponent(id)}`)
  const inPath = isInPath ? inQuery.replace(`/${there}`, () => `/${encodeURIComponent(id)}`) : inQuery
  const inBody = typeof body === 'object' && body && name in body ? { ...body, [name]: isList ? [id] : id } : body
  return resolved({ path: inPath, body: inBody }, own)
}

/** Replaces mentions of the calling user in a request with ids. */
export function resolved(
  { path, body }: { path: string; body: unknown },
  own: Belongings,
): { path: string; body: unknown } {
  if (body instanceof Uint8Array) return { path: resolve(path, { own }), body }
  const text = body === undefined ? undefined : resolve(JSON.stringify(body), { own })
  return { path: resolve(path, { own }), body: text === undefined ? undefined : JSON.parse(text) }
}

/** Makes an attempt. Returns a description when it has a result that is unexpected or not in the register, else nothing. */
export async function attemptFailures(world: World, attempt: Attempt, token: string | undefined): Promise<string[]> {
  const { what, method, path, body, status } = attempt
  const answer = await world.request(method as 'GET', path, body, token)
  const text = JSON.stringify(answer.body) ?? ''
  const isEmpty = answer.status === 200 ? text === '[]' : !/ann@|"ann"/.test(text)
  const showsNothing = method === 'HEAD' ? answer.body === '' : isEmpty
  // A user may have a few downloads at once; more get a 429 without any data.
  const { streamed, startsDownload } = attempt.named.route
  if (answer.status === 429 && (streamed || startsDownload) && !text.includes('deviceId')) return []
  const isDocumented = problemsOf(attempt.named).some(({ code }) => answer.body?.type === PROBLEM_PREFIX + code)
  return answer.status === status && showsNothing && (status < 400 || method === 'HEAD' || isDocumented)
    ? []
    : [`${method} ${what}: ${answer.status} ${text.slice(0, 300)}`]
}

/** Returns the fields of a route that are ids. */
export function idsOf({ route }: NamedRoute): Field[] {
  return [route.params, route.query, route.body].flatMap(fieldsOf).filter(({ isId }) => isId)
}
