import { randomUUID } from 'node:crypto'
import { signInRoutes, userRoutes } from '@greenhouse/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { PASSWORD, registration } from '../../../../testing/growers.ts'
import { databases } from '../../../test/databases.ts'
import { createWorld, type World } from '../../../test/world.ts'

const HOME = '203.0.113.1'
const ELSEWHERE = '198.51.100.9'
const WRONG = 'Wrong-42!'
const LOGIN = signInRoutes.login.path
const REGISTER = signInRoutes.register.path
const ANN = 'ann@example.org'

/** Returns a function that sends requests from an address. */
const from =
  ({ app }: World, remoteAddress: string, token?: string) =>
  async (url: string, payload: object, method: 'POST' | 'PATCH' = 'POST') => {
    const headers = token === undefined ? {} : { authorization: token }
    const answer = await app.http.fastify.inject({ method, url, payload, remoteAddress, headers })
    return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after']), body: answer.json() }
  }

/** Creates a world in which Ann has registered at home, in a browser that keeps an id. */
async function worldOfAnn() {
  const world = await createWorld()
  const browserId = randomUUID()
  await from(world, HOME)(REGISTER, { ...registration('ann'), browserId })
  return { world, browserId }
}

/** Guesses from an address as fast as the limit allows. Returns how many guesses were checked. */
async function guess(world: World, address: string, guesses: number, more: object = {}) {
  let [asked, wait] = [0, 0]
  for (let index = 0; index < guesses; index++) {
    world.clock.now += wait * 1000
    const { status, retryAfter } = await from(world, address)(LOGIN, { email: ANN, password: WRONG, ...more })
    if (status === 401) asked++
    wait = status === 429 ? retryAfter : 0
  }
  return asked
}

describe('the owner can sign in at once', () => {
  test('lets the owner sign in at home while somebody elsewhere guesses as often as allowed', async () => {
    const { world } = await worldOfAnn()
    for (let round = 0; round < 6; round++) {
      await guess(world, ELSEWHERE, 8)
      expect((await from(world, HOME)(LOGIN, { email: ANN, password: PASSWORD })).status).toBe(200)
    }
  })

  test('lets the owner sign in at home while many guess from many networks', async () => {
    const { world } = await worldOfAnn()
    for (let index = 0; index < 40; index++) await guess(world, `198.51.100.${index}`, 1)
    expect((await from(world, ELSEWHERE)(LOGIN, { email: ANN, password: PASSWORD })).status).toBe(429)
    expect((await from(world, HOME)(LOGIN, { email: ANN, password: PASSWORD })).status).toBe(200)
  })

  test('lets the owner sign in anywhere in her browser, also in the network of the guesser', async () => {
    const { world, browserId } = await worldOfAnn()
    await guess(world, ELSEWHERE, 8)
    expect((await from(world, ELSEWHERE)(LOGIN, { email: ANN, password: PASSWORD })).status).toBe(429)
    expect((await from(world, ELSEWHERE)(LOGIN, { email: ANN, password: PASSWORD, browserId })).status).toBe(200)
  })

  test('lets the owner sign in from a place that was new the last time', async () => {
    const { world } = await worldOfAnn()
    expect((await from(world, '192.0.2.5')(LOGIN, { email: ANN, password: PASSWORD })).status).toBe(200)
    for (let index = 0; index < 40; index++) await guess(world, `198.51.100.${index}`, 1)
    expect((await from(world, '192.0.2.5')(LOGIN, { email: ANN, password: PASSWORD })).status).toBe(200)
  })
})

describe('the guesser is slowed down', () => {
  test('slows a guesser in one place down to ten attempts in the first minute', async () => {
    const { world } = await worldOfAnn()
    const until = world.clock.now + 60_000
    let tries = 0
    while (world.clock.now < until) {
      const { status, retryAfter } = await from(world, ELSEWHERE)(LOGIN, { email: ANN, password: WRONG })
      if (status === 401) tries++
      else world.clock.now += retryAfter * 1000
    }
    expect(tries).toBeLessThanOrEqual(10)
  })

  test("slows down a guesser with a new browser id for each attempt, or with somebody else's", async () => {
    const { world } = await worldOfAnn()
    const browserId = randomUUID()
    await from(world, ELSEWHERE)(REGISTER, { ...registration('eve'), browserId })
    for (let index = 0; index < 5; index++) await guess(world, ELSEWHERE, 1, { browserId: randomUUID() })
    expect((await from(world, ELSEWHERE)(LOGIN, { email: ANN, password: WRONG, browserId })).status).toBe(429)
  })

  test('slows down a guesser in the browser of the owner as well', async () => {
    const { world, browserId } = await worldOfAnn()
    expect(await guess(world, HOME, 6, { browserId })).toBe(5)
  })

  test('slows down guessers who sign in to an account of their own between the guesses', async () => {
    const { world } = await worldOfAnn()
    const eve = registration('eve')
    await from(world, ELSEWHERE)(REGISTER, eve)
    let asked = 0
    for (let index = 0; index < 32; index++) {
      if (index % 4 === 0) await from(world, ELSEWHERE)(LOGIN, { email: eve.email, password: PASSWORD })
      const victim = `victim-${index}@example.org`
      if ((await from(world, ELSEWHERE)(LOGIN, { email: victim, password: WRONG })).status === 401) asked++
    }
    expect(asked).toBe(20)
  })

  test('slows down guessers who use another network for every guess', async () => {
    const { world } = await worldOfAnn()
    let asked = 0
    for (let index = 0; index < 50; index++) asked += await guess(world, `198.51.100.${index}`, 1)
    // Thirty are free; after that the clock was moved by every required wait.
    expect(asked).toBeLessThan(50)
  })
})

describe('strangers can not find out many accounts', () => {
  const probe = { ...registration('xena'), email: ANN }

  test('reveals few accounts by registering, and gives no further attempts to accounts opened for that', async () => {
    const { world } = await worldOfAnn()
    const statuses = []
    for (let index = 0; index < 12; index++) {
      const { status } = await from(world, ELSEWHERE)(REGISTER, index % 2 ? probe : registration(`eve${index}`))
      if (index % 2) statuses.push(status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })

  test('reveals few accounts to users who change their own address', async () => {
    const { world } = await worldOfAnn()
    const eve = await world.as('eve')
    const statuses = []
    for (let index = 0; index < 6; index++) {
      const { status } = await eve.call(userRoutes.changeEmail, {
        body: {
          oldEmail: 'eve@example.org',
          newEmail: ANN,
        },
      })
      statuses.push(status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })

  test('opens a limited number of accounts a day from one network', async () => {
    const world = await createWorld({ registrationsPerDay: 3 })
    const register = async (index: number, address: string) =>
      (await from(world, address)(REGISTER, registration(`eve${index}`))).status
    for (let index = 0; index < 3; index++) expect(await register(index, ELSEWHERE)).toBe(200)
    world.clock.now += 3 * 3_600_000
    const { status, retryAfter, body } = await from(world, ELSEWHERE)(REGISTER, registration('eve3'))
    expect([status, retryAfter, body.title]).toEqual([429, 21 * 3600, 'Too many attempts. Try again in 21 hours.'])
    expect(await register(4, HOME)).toBe(200)
    world.clock.now += 21 * 3_600_000
    expect(await register(3, ELSEWHERE)).toBe(200)
  })
})

test('delays password guesses in a stolen session, but not the owner in another one', async () => {
  const world = await createWorld()
  const ann = await world.as('ann')
  const stolen = (await world.call(signInRoutes.login, { body: { email: ANN, password: PASSWORD } })).body.jwt
  const change = { oldPassword: WRONG, newPassword: 'Sprout-43!' }
  for (let index = 0; index < 7; index++) await world.call(userRoutes.changePassword, { body: change, token: stolen })
  expect((await world.call(userRoutes.changePassword, { body: change, token: stolen })).status).toBe(429)
  expect((await ann.call(userRoutes.changePassword, { body: { ...change, oldPassword: PASSWORD } })).status).toBe(204)
})

test('bounds the table of attempts, and does not lock out the owner when it is full', async () => {
  const world = await createWorld()
  const { db } = world.app.context
  await from(world, HOME)(REGISTER, registration('ann'))
  const end = world.clock.now + 3_600_000
  const digits = sql`(select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9)`
  await sql`insert into sign_in_attempt (key, failures, last_at, forgotten_at)
    select 'x' || a.n || b.n || c.n || d.n || e.n, 1, ${end}, ${end}
    from ${digits} a, ${digits} b, ${digits} c, ${digits} d, ${digits} e`.execute(db)
  expect((await from(world, ELSEWHERE)(LOGIN, { email: ANN, password: PASSWORD })).status).toBe(429)
  expect((await from(world, HOME)(LOGIN, { email: ANN, password: PASSWORD })).status).toBe(200)
  const { count } = await db
    .selectFrom('sign_in_attempt')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(100_000)
  world.clock.now = end + 1
  expect((await from(world, ELSEWHERE)(LOGIN, { email: ANN, password: PASSWORD })).status).toBe(200)
})

test.each(databases)('counts concurrent attempts on %s one after another', async (_name, open) => {
  const world = await createWorld({}, await open())
  await from(world, HOME)(REGISTER, registration('ann'))
  const tries = Array.from({ length: 12 }, () => from(world, ELSEWHERE)(LOGIN, { email: ANN, password: WRONG }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401).length).toBe(5)
})
