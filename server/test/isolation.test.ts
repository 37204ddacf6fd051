import { expect, onTestFinished, test } from 'vitest'
import { namedRoutes, type NamedRoute } from '../src/features/api-docs/openapi.ts'
import { everythingOf, furnish, type Household } from './belongings.ts'
import { ordinaryRequest, thingOf } from './inputs.ts'
import { attemptFailures, attemptsOf, idsOf, resolved } from './isolation-attempts.ts'
import { startOpenMeteo } from '../../testing/open-meteo.ts'
import { seededRandom } from '../../testing/random.ts'
import { SEED } from '../../testing/test-run.ts'
import { createWorld, type World } from './world.ts'

/** Routes without an id, which concern the calling user only. A new one is added here after a review. */
const WITHOUT_IDS = [
  'alert.years',
  'boardIntake.ecowitt',
  'boardIntake.influxDb1',
  'boardIntake.influxDb2',
  'boardIntake.json',
  'boardIntake.theThingsStack',
  'boardIntake.thingsBoard',
  'boardIntake.wunderground',
  'broker.list',
  'broker.create',
  'channel.list',
  'channel.create',
  'channel.confirmPage',
  'channel.confirm',
  'channel.pushKey',
  'channel.quietHours',
  'channel.setQuietHours',
  'auth.secured',
  'auth.logout',
  'auth.sessions',
  'auth.endOtherSessions',
  'board.list',
  'board.heardOnce',
  'hub.list',
  'hub.create',
  'device.list',
  'device.create',
  'export.account',
  'export.confirmedAccount',
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
  'rule.list',
  // Those of the rule in its body: rule-kinds.test.ts.
  'rule.preview',
  'series.newest',
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
  'user.confirmEmail',
  'user.confirmEmailPage',
  'user.remove',
  'user.sendConfirmation',
  'weather.forecast',
  'weather.search',
  'weather.setPlace',
]
/** Routes about topics and connections, which isolation-live.test.ts covers. */
const BY_TOPIC = ['live.subscribe', 'live.unsubscribe']

/** The status of an ordinary request of an owner, where it is not 200 or 204. */
const ELSE_THAN_DONE: Readonly<Record<string, number>> = {
  // For admins.
  'newsletter.send': 403,
  'server.backups': 403,
  // A station without sensors.
  'boardIntake.wunderground': 400,
  // No connection is open, and no link was mailed.
  'live.subscribe': 404,
  'recovery.requestReset': 409,
  'user.sendConfirmation': 409,
  'recovery.reset': 404,
  'recovery.undoEmail': 404,
  // The ticket is invented.
  'export.download': 401,
  'export.values': 401,
  'newsletter.unsubscribePage': 404,
  'newsletter.unsubscribeByLink': 404,
  'newsletter.confirmPage': 404,
  'newsletter.confirm': 404,
  'channel.confirmPage': 404,
  'channel.confirm': 404,
  'user.confirmEmailPage': 404,
  'user.confirmEmail': 404,
  // No second factor is set up, and no second step was begun.
  'secondFactor.confirmTotp': 404,
  'secondFactor.removeTotp': 404,
  'secondFactor.addPasskey': 400,
  'secondStep.challenge': 401,
  'secondStep.complete': 401,
  // The ordinary address has no account.
  'signIn.login': 401,
}
test('every route of the contract with an id is covered by the tests of this file', () => {
  const unknown = namedRoutes.flatMap((named) =>
    idsOf(named).flatMap(({ name }) => (thingOf(name, named) ? [] : [`${named.name}: ${name}`])),
  )
  expect(unknown, 'ids of which nobody said whose they are').toEqual([])
  const withoutIds = namedRoutes.filter((named) => idsOf(named).length === 0).map(({ name }) => name)
  expect(withoutIds.filter((name) => !BY_TOPIC.includes(name)).toSorted()).toEqual(WITHOUT_IDS.toSorted())
})

test('every user can access their own data by every route', async () => {
  const world = await weatherWorld()
  const answered: Record<string, number> = {}
  let own: Household | undefined
  for (const named of namedRoutes) {
    own ??= await furnish(world, `Member${Object.keys(answered).length}`)
    const { method, access } = named.route
    const { path, body } = resolved(ordinaryRequest(named), own.has)
    const token = access === 'board' ? own.deviceToken : own.person.token
    answered[named.name] = (await world.request(method, path, body, token)).status
    // A change may have removed what the next request needs.
    if (method !== 'GET') own = undefined
  }
  const wrong = Object.entries(answered).filter(([name, status]) =>
    name in ELSE_THAN_DONE ? status !== ELSE_THAN_DONE[name] : status >= 300,
  )
  expect(wrong).toEqual([])
})

test('for another user an id does not exist, and nothing can be changed with it', async () => {
  const world = await weatherWorld()
  const { ann, bob, gone } = await neighbours(world)
  const [annBefore, bobBefore] = [await everythingOf(ann), await everythingOf(bob)]
  const attempts = attemptsOf(bob.has, ann.has, gone)
  expect(attempts.length).toBeGreaterThan(300)
  const succeeded: string[] = []
  for (const attempt of attempts) {
    for (const token of [bob.person.token, `Bearer ${bob.person.token}`])
      succeeded.push(...(await attemptFailures(world, attempt, token)))
    for (const token of [ann.deviceToken, bob.deviceToken, undefined]) {
      succeeded.push(...(await attemptFailures(world, { ...attempt, status: 401 }, token)))
    }
  }
  expect(succeeded).toEqual([])
  expect(await everythingOf(ann)).toBe(annBefore)
  expect(await everythingOf(bob)).toBe(bobBefore)
})

test('an id of another user does not exist under load either, when everybody requests everything at once', async () => {
  const world = await weatherWorld()
  const { ann, bob, gone } = await neighbours(world)
  const others = [bob, await furnish(world, 'carl'), await furnish(world, 'dora')]
  const everybody = [ann, ...others]
  const before = await Promise.all(everybody.map(everythingOf))
  const asked = [
    ...others.flatMap((other) =>
      attemptsOf(other.has, ann.has, gone).map((attempt) => () => attemptFailures(world, attempt, other.person.token)),
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
  const weather = await startOpenMeteo()
  onTestFinished(() => weather.close())
  return createWorld({ weatherUrl: weather.url, geocodingUrl: weather.url, exampleBroadcast: true })
}

/** Creates two users, and returns them with the ids of a third, deleted one. */
async function neighbours(world: World) {
  const [ann, bob, gone] = [await furnish(world, 'ann'), await furnish(world, 'bob'), await furnish(world, 'gone')]
  await world.app.context.db.deleteFrom('user').where('id', '=', gone.has.userId).execute()
  return { ann, bob, gone: gone.has }
}

/** Returns a description when a read by its owner fails or shows data of others, else nothing. */
async function readOwn(world: World, named: NamedRoute, { person, has }: Household, everybody: readonly Household[]) {
  // Streamed routes have a limit for one user and are not tested here.
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

function shuffled<One>(all: readonly One[]): One[] {
  const random = seededRandom(SEED)
  return all
    .map((one) => ({ one, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one)
}

function inBatches<One>(all: readonly One[], size: number): One[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
}
