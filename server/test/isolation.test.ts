import { randomUUID } from 'node:crypto'
import type { Route } from '@greenhouse/contract'
import { expect, onTestFinished, test } from 'vitest'
import { namedRoutes, type NamedRoute } from '../src/features/api-docs/openapi.ts'
import { everythingOf, furnish, type Belongings, type Household } from './belongings.ts'
import { fieldsOf, mention, ordinaryRequest, resolve, thingOf, type Field } from './inputs.ts'
import { startOpenMeteo } from '../../testing/open-meteo.ts'
import { createWorld, type World } from './world.ts'

/** Routes that name no thing: they know who asks, and are about nobody else. A new one is added here by whoever looked. */
const WITHOUT_IDS = [
  'alert.years',
  'auth.secured',
  'auth.logout',
  'auth.sessions',
  'auth.endOtherSessions',
  'device.list',
  'device.create',
  'export.account',
  'export.createTicket',
  'export.download',
  'export.readings',
  'live.broadcast',
  'newsletter.subscribe',
  'newsletter.unsubscribe',
  'newsletter.unsubscribePage',
  'newsletter.unsubscribeByLink',
  'newsletter.confirmPage',
  'newsletter.confirm',
  'newsletter.send',
  'plant.create',
  'reading.newest',
  'reading.send',
  'recovery.requestReset',
  'recovery.reset',
  'recovery.undoEmail',
  'secondFactor.list',
  'secondFactor.beginTotp',
  'secondFactor.confirmTotp',
  'secondFactor.removeTotp',
  'secondFactor.renewRecoveryCodes',
  'secondFactor.beginPasskey',
  'secondFactor.addPasskey',
  'secondStep.complete',
  'secondStep.challenge',
  'server.info',
  'browserError.report',
  'server.boardAddresses',
  'server.backups',
  'setting.get',
  'setting.set',
  'signIn.register',
  'signIn.login',
  'user.get',
  'user.changeEmail',
  'user.changePassword',
  'user.remove',
  'weather.forecast',
  'weather.search',
  'weather.setPlace',
]
/** These name topics and connections, whose own matrix is in isolation-live.test.ts. */
const BY_TOPIC = ['live.subscribe', 'live.unsubscribe']

/** What an ordinary request for one's own thing is answered with where it is not simply done. */
const ELSE_THAN_DONE: Readonly<Record<string, number>> = {
  // For admins.
  'newsletter.send': 403,
  'server.backups': 403,
  // No connection is open, and no link was mailed.
  'live.subscribe': 404,
  'recovery.requestReset': 409,
  'newsletter.subscribe': 409,
  'newsletter.unsubscribe': 409,
  'recovery.reset': 404,
  'recovery.undoEmail': 404,
  // The ticket is an invented one.
  'export.download': 401,
  'newsletter.unsubscribePage': 404,
  'newsletter.unsubscribeByLink': 404,
  'newsletter.confirmPage': 404,
  'newsletter.confirm': 404,
  // No second step was set up, or is awaited.
  'secondFactor.confirmTotp': 404,
  'secondFactor.removeTotp': 404,
  'secondFactor.addPasskey': 400,
  'secondStep.challenge': 401,
  'secondStep.complete': 401,
  // The ordinary address is a new one.
  'signIn.login': 401,
}
/** Here an id only narrows a list of one's own: what is not one's own leaves nothing of it. */
const NARROWING = ['alert.list deviceId', 'plant.waterings plantId']

/** Ids that are none, made from one of somebody's. Each is answered with 400: the field is at fault. */
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

interface Attempt {
  readonly named: NamedRoute
  /** Says what it is, for when it succeeds. */
  readonly what: string
  readonly method: Route['method'] | 'HEAD'
  readonly path: string
  readonly body: unknown
  readonly status: number
}

test('every route of the contract says here what another person gets', () => {
  const unknown = namedRoutes.flatMap((named) =>
    idsOf(named).flatMap(({ name }) => (thingOf(name, named) ? [] : [`${named.name}: ${name}`])),
  )
  expect(unknown, 'ids of which nobody said whose they are').toEqual([])
  const withoutIds = namedRoutes.filter((named) => idsOf(named).length === 0).map(({ name }) => name)
  expect(withoutIds.filter((name) => !BY_TOPIC.includes(name)).toSorted()).toEqual(WITHOUT_IDS.toSorted())
})

test('everybody gets at their own things by every route', async () => {
  const world = await weatherWorld()
  const answered: Record<string, number> = {}
  let own: Household | undefined
  for (const named of namedRoutes) {
    own ??= await furnish(world, `Member${Object.keys(answered).length}`)
    const { method, access } = named.route
    const { path, body } = resolved(ordinaryRequest(named), own.has)
    const token = access === 'device' ? own.deviceToken : own.person.token
    answered[named.name] = (await world.request(method, path, body, token)).status
    // What changes something may have taken away what the next would ask for.
    if (method !== 'GET') own = undefined
  }
  const wrong = Object.entries(answered).filter(([name, status]) =>
    name in ELSE_THAN_DONE ? status !== ELSE_THAN_DONE[name] : status >= 300,
  )
  expect(wrong).toEqual([])
})

test('whatever another person asks for, it does not exist, and nothing of it changes', async () => {
  const world = await weatherWorld()
  const { ann, bob, gone } = await neighbours(world)
  const [annBefore, bobBefore] = [await everythingOf(ann), await everythingOf(bob)]
  const attempts = attemptsOf(bob.has, ann.has, gone)
  expect(attempts.length).toBeGreaterThan(300)
  const succeeded: string[] = []
  for (const attempt of attempts) {
    for (const token of [bob.person.token, `Bearer ${bob.person.token}`])
      succeeded.push(...(await tryOnce(world, attempt, token)))
    for (const token of [ann.deviceToken, bob.deviceToken, undefined]) {
      succeeded.push(...(await tryOnce(world, { ...attempt, status: 401 }, token)))
    }
  }
  expect(succeeded).toEqual([])
  expect(await everythingOf(ann)).toBe(annBefore)
  expect(await everythingOf(bob)).toBe(bobBefore)
})

test('the matrix holds under load, when everybody asks for everything at once', async () => {
  const world = await weatherWorld()
  const { ann, bob, gone } = await neighbours(world)
  const others = [bob, await furnish(world, 'carl'), await furnish(world, 'dora')]
  const everybody = [ann, ...others]
  const before = await Promise.all(everybody.map(everythingOf))
  const asked = [
    ...others.flatMap((other) =>
      attemptsOf(other.has, ann.has, gone).map((attempt) => () => tryOnce(world, attempt, other.person.token)),
    ),
    ...everybody.flatMap((person) =>
      Array.from({ length: 8 }, () =>
        namedRoutes.map((named) => () => readOwn(world, named, person, everybody)),
      ).flat(),
    ),
  ]
  const succeeded: string[] = []
  for (const batch of inBatches(shuffled(asked), 200)) {
    succeeded.push(...(await Promise.all(batch.map((ask) => ask()))).flat())
  }
  expect(succeeded).toEqual([])
  expect(await Promise.all(everybody.map(everythingOf))).toEqual(before)
})

async function weatherWorld(): Promise<World> {
  const weather = await startOpenMeteo(Date.now())
  onTestFinished(() => weather.close())
  return createWorld({ weatherUrl: weather.url, geocodingUrl: weather.url, exampleBroadcast: true })
}

/** Two people, and what one of them had before it was deleted. */
async function neighbours(world: World) {
  const [ann, bob, gone] = [await furnish(world, 'ann'), await furnish(world, 'bob'), await furnish(world, 'gone')]
  await world.app.context.db.deleteFrom('user').where('id', '=', gone.has.userId).execute()
  return { ann, bob, gone: gone.has }
}

/** For each id of each route what somebody could put there that is not theirs, all else being as it should be. */
function attemptsOf(own: Belongings, foreign: Belongings, gone: Belongings): Attempt[] {
  return namedRoutes.flatMap((named) =>
    idsOf(named).flatMap((field) => {
      const thing = thingOf(field.name, named) ?? 'userId'
      // Who asks for a user by name may know that it is not them; what a user has can't be asked about.
      const narrows = NARROWING.includes(`${named.name} ${field.name}`)
      const status = narrows ? 200 : thing === 'userId' ? 403 : 404
      const ids: Array<[string, string, number]> = [
        ["Ann's", foreign[thing], status],
        ['deleted', gone[thing], status],
        ['unknown', randomUUID(), status],
        ["Ann's in capitals", foreign[thing].toUpperCase(), status],
        ...MALFORMED.map((spoil): [string, string, number] => ['malformed', spoil(foreign[thing]), 400]),
      ]
      return ids.flatMap(([whose, id, expected]) => {
        const attempt = { named, what: `${named.name} with ${field.name} ${whose}: ${id}`, status: expected }
        const request = withId(ordinaryRequest(named), field, { thing, id, own })
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

/** The request with another id in one field. */
function withId(
  { path, body }: { path: string; body: unknown },
  { name }: Field,
  { thing, id, own }: { thing: keyof Belongings; id: string; own: Belongings },
): { path: string; body: unknown } {
  const there = mention('own', thing)
  const inPath = path.replace(`${name}=${there}`, () => `${name}=${encodeURIComponent(id)}`)
  const inBody = typeof body === 'object' && body && name in body ? { ...body, [name]: id } : body
  return resolved({ path: inPath, body: inBody }, own)
}

function resolved({ path, body }: { path: string; body: unknown }, own: Belongings): { path: string; body: unknown } {
  const text = body === undefined ? undefined : resolve(JSON.stringify(body), { own })
  return { path: resolve(path, { own }), body: text === undefined ? undefined : JSON.parse(text) }
}

/** What came of an attempt that it should not: nothing when all is well. */
async function tryOnce(world: World, attempt: Attempt, token: string | undefined): Promise<string[]> {
  const { what, method, path, body, status } = attempt
  const answer = await world.request(method as 'GET', path, body, token)
  const text = JSON.stringify(answer.body) ?? ''
  const isEmpty = answer.status === 200 ? text === '[]' : !/ann@|"ann"/.test(text)
  const showsNothing = method === 'HEAD' ? answer.body === '' : isEmpty
  // A person has a few downloads at once. Whoever asks for more is told to wait, and nothing else.
  if (answer.status === 429 && attempt.named.route.streamed && !text.includes('deviceId')) return []
  return answer.status === status && showsNothing ? [] : [`${method} ${what}: ${answer.status} ${text.slice(0, 300)}`]
}

/** What somebody sees of others by a route that only shows. */
async function readOwn(world: World, named: NamedRoute, { person, has }: Household, everybody: readonly Household[]) {
  // What is sent in pieces has a limit for one person, and is asked for alone.
  if (named.route.method !== 'GET' || named.route.access !== 'member' || named.route.streamed) return []
  const { path } = resolved(ordinaryRequest(named), has)
  const { status, body } = await world.request('GET', path, undefined, person.token)
  const text = JSON.stringify(body) ?? ''
  const others = everybody.filter((other) => other.has.userId !== has.userId)
  const isTheirs = others.some(
    (other) => Object.values(other.has).some((id) => text.includes(id)) || text.includes(String(other.temperature)),
  )
  return status === (ELSE_THAN_DONE[named.name] ?? 200) && !isTheirs
    ? []
    : [`${named.name}: ${status} ${text.slice(0, 300)}`]
}

function idsOf({ route }: NamedRoute): Field[] {
  return [route.params, route.query, route.body].flatMap(fieldsOf).filter(({ isId }) => isId)
}

function shuffled<One>(all: readonly One[]): One[] {
  return all
    .map((one) => ({ one, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one)
}

function inBatches<One>(all: readonly One[], size: number): One[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
}
