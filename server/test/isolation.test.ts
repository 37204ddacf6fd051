import { expect, onTestFinished, test } from 'vitest'
import { namedRoutes, type NamedRoute } from '@greenhouse/contract/register'
import { everythingOf, furnish, type Owner } from './belongings.ts'
import { fieldsOf, goodValues, ordinaryRequest, OUT_OF_REACH, thingOf } from './inputs.ts'
import { attemptFailures, attemptsOf, idsOf, resolved } from './isolation-attempts.ts'
import { startOpenMeteo } from '../../testing/open-meteo.ts'
import { seededRandom } from '../../testing/random.ts'
import { SEED } from '../../testing/test-run.ts'
import { startSmtp } from './smtp.ts'
import { createWorld, type World } from './world.ts'

/** The status of an ordinary request of an owner, where it is not 200 or 204. */
const ELSE_THAN_DONE: Readonly<Record<string, number>> = {
  ...OUT_OF_REACH,
  // No connection is open, and the ticket is invented.
  'live.subscribe': 404,
  'export.download': 401,
  'export.photos': 401,
  'export.values': 401,
  // The account has a second factor.
  'signIn.login': 401,
}

test('every route of the contract with an id is covered by the tests of this file', async () => {
  const { has } = await furnish(await createWorld(), 'ann')
  for (const named of namedRoutes) {
    const { name, entry } = named
    const ids = idsOf(named).map((field) => field.name)
    expect([name, Object.keys(entry.ids).toSorted()]).toEqual([name, ids.toSorted()])
    expect(ids.filter((id) => !(thingOf(id, named) in has))).toEqual([])
  }
})

test('every field of the contract has a valid value, with which the fuzzers send it', () => {
  const without = namedRoutes.flatMap((named) =>
    [named.route.params, named.route.query, named.route.body]
      .flatMap(fieldsOf)
      .filter((field) => goodValues(field, named).length === 0)
      .map((field) => `${named.name} ${field.name}`),
  )
  // A good body of its own has this one.
  expect(without).toEqual(['setting.set locale'])
})

test('every user can access their own data by every route', async () => {
  const world = await weatherWorld()
  const answered: Record<string, number> = {}
  let own: Owner | undefined
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

test('returns 404 for an id of another user, and changes nothing with it', async () => {
  const world = await weatherWorld()
  const { ann, bob, gone } = await neighbours(world)
  const [annBefore, bobBefore] = [await everythingOf(ann), await everythingOf(bob)]
  const attempts = attemptsOf(bob.has, ann.has, gone)
  expect(attempts.length).toBeGreaterThan(300)
  const succeeded: string[] = []
  for (const attempt of attempts) {
    for (const token of [bob.person.token, `Bearer ${bob.person.token}`])
      succeeded.push(...(await attemptFailures(world, attempt, token)))
    // The signature of a link is all that counts.
    const status = attempt.named.route.access === 'signed' ? attempt.status : 401
    for (const token of [ann.deviceToken, bob.deviceToken, undefined]) {
      succeeded.push(...(await attemptFailures(world, { ...attempt, status }, token)))
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
  const { smtpUrl } = await startSmtp()
  return createWorld({ weatherUrl: weather.url, geocodingUrl: weather.url, smtpUrl, exampleBroadcast: true })
}

/** Creates two users, and returns them with the ids of a third, deleted one. */
async function neighbours(world: World) {
  const [ann, bob, gone] = [await furnish(world, 'ann'), await furnish(world, 'bob'), await furnish(world, 'gone')]
  await world.app.context.db.deleteFrom('household').where('id', '=', gone.person.householdId).execute()
  await world.app.context.db.deleteFrom('user').where('id', '=', gone.has.userId).execute()
  return { ann, bob, gone: gone.has }
}

/** Returns a description when a read by its owner fails or shows data of others, else nothing. */
async function readOwn(world: World, named: NamedRoute, { person, has }: Owner, everybody: readonly Owner[]) {
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
