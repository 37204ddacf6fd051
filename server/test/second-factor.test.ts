import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import {
  authRoutes,
  deviceRoutes,
  liveRoutes,
  plantRoutes,
  recoveryRoutes,
  secondFactorRoutes,
  secondStepRoutes,
  signInRoutes,
  exportRoutes,
  userRoutes,
} from '@greenhouse/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../../testing/growers.ts'
import { acceptNewSecret } from '../src/features/account/accept-secret.ts'
import { makeResetLink } from '../src/features/account/reset-password.ts'
import { demandSecondStep } from '../src/features/second-factor/second-step.ts'
import { findCredentials } from '../src/features/users/user-store.ts'
import { openLog } from '../src/platform/log.ts'
import { fromBase32, hotp, stepAt } from '../src/features/second-factor/totp.ts'
import { ON_CLUSTER } from './on-cluster.ts'
import { databases } from './databases.ts'
import { createWorld, testConfig, type Person, type World } from './world.ts'

const OTHER = 'Another-43!'
const MINUTE = 60_000

async function withApp(world: World, name = 'ann') {
  const { clock, call } = world
  const person = await world.as(name)
  const { secret } = (await person.call(secondFactorRoutes.beginTotp)).body
  const code = (drift = 0) => hotp(fromBase32(secret), stepAt(clock.now) + drift)
  const confirmed = await person.call(secondFactorRoutes.confirmTotp, { body: { code: code() } })
  const codes: string[] = confirmed.body.recoveryCodes
  // The code that confirmed it is used up.
  clock.now += MINUTE
  const signIn = (password = PASSWORD) => call(signInRoutes.login, { body: { email: `${name}@example.org`, password } })
  const ticket = async (): Promise<string> => (await signIn()).body.secondStep.ticket
  const complete = (body: object) => call(secondStepRoutes.complete, { body })
  return { ...world, world, person, secret, code, codes, signIn, ticket, complete }
}

const secured = async ({ call }: World, token: string) => (await call(authRoutes.secured, { token })).status
const factorsOf = async (person: Person) => (await person.call(secondFactorRoutes.list)).body

describe.each(databases)('an authenticator app on %s', (_name, open) => {
  test('an authenticator app is set up with a code, and the password then opens no session without it', async () => {
    const { app, world, secret, person, codes, code, signIn, complete } = await withApp(
      await createWorld({}, await open()),
    )
    expect(new Set(codes).size).toBe(10)
    const stored = await app.context.db.selectFrom('totp').select('sealed_secret').executeTakeFirstOrThrow()
    expect(stored.sealed_secret).not.toContain(secret)
    const hashes = await app.context.db.selectFrom('recovery_code').select('code_hash').execute()
    expect(hashes.every(({ code_hash }) => code_hash.startsWith('$argon2id$'))).toBe(true)
    expect(await factorsOf(person)).toMatchObject({ totp: { createdAt: expect.any(String) }, recoveryCodesLeft: 10 })

    const sessions = () => app.context.db.selectFrom('session').select('id').execute()
    const before = await sessions()
    const asked = await signIn()
    expect([asked.status, asked.body]).toEqual([
      401,
      {
        type: 'urn:greenhouse:problem:second-factor.required',
        title: 'Please confirm that it is you.',
        status: 401,
        secondStep: { ticket: expect.stringMatching(/^[\w-]{43}$/), methods: ['totp', 'recovery-code'] },
      },
    ])
    expect(await sessions()).toEqual(before)
    const { ticket } = asked.body.secondStep
    expect(await secured(world, ticket)).toBe(401)
    const done = await complete({ ticket, code: code() })
    expect([done.status, Object.keys(done.body)]).toEqual([200, ['jwt']])
    expect(await secured(world, done.body.jwt)).toBe(200)
  })

  test('an authenticator app accepts each code once, and each ticket once', async () => {
    const { clock, code, ticket, complete } = await withApp(await createWorld({}, await open()))
    const [one, two] = [await ticket(), await ticket()]
    const right = code()
    const both = await Promise.all([complete({ ticket: one, code: right }), complete({ ticket: two, code: right })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    // An older code is refused too, even when it was never used.
    expect((await complete({ ticket: await ticket(), code: code(-1) })).status).toBe(401)
    clock.now += MINUTE
    const used = both[0].status === 200 ? one : two
    expect((await complete({ ticket: used, code: code() })).body.type).toBe('urn:greenhouse:problem:ticket.invalid')
  })

  test('a ticket accepts five attempts, counted before they are checked, within five minutes', async () => {
    const { clock, app, code, ticket, complete } = await withApp(await createWorld({}, await open()))
    const one = await ticket()
    for (let tries = 1; tries <= 5; tries++) {
      await complete({ ticket: one, code: '000000' })
      const row = await app.context.db.selectFrom('sign_in_ticket').select('attempts').executeTakeFirstOrThrow()
      expect(row.attempts).toBe(tries)
    }
    expect((await complete({ ticket: one, code: code() })).body.type).toBe('urn:greenhouse:problem:ticket.invalid')
    clock.now += 61 * MINUTE
    const late = await ticket()
    clock.now += 5 * MINUTE
    expect((await complete({ ticket: late, code: code() })).body.type).toBe('urn:greenhouse:problem:ticket.invalid')
  })

  test('the codes of an app can’t be guessed with one ticket after another', async () => {
    const { ticket, complete } = await withApp(await createWorld({}, await open()))
    const statuses = []
    for (let guess = 0; guess < 8; guess++)
      statuses.push((await complete({ ticket: await ticket(), code: String(guess).padStart(6, '0') })).status)
    expect(statuses[0]).toBe(401)
    expect(statuses.at(-1)).toBe(429)
  })

  test('a recovery code replaces an authenticator app once, in any spelling', async () => {
    const { person, codes, ticket, complete } = await withApp(await createWorld({}, await open()))
    const typed = ` ${codes[3]?.toUpperCase().replace('-', ' ')} `
    expect((await complete({ ticket: await ticket(), recoveryCode: typed })).status).toBe(200)
    expect((await complete({ ticket: await ticket(), recoveryCode: codes[3] })).status).toBe(401)
    expect((await factorsOf(person)).recoveryCodesLeft).toBe(9)
    const renewed = await person.call(secondFactorRoutes.renewRecoveryCodes, { body: { password: PASSWORD } })
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    expect((await complete({ ticket: await ticket(), recoveryCode: codes[4] })).status).toBe(401)
  })

  test('an authenticator app is removed with the password, together with the recovery codes', async () => {
    const { app, person, signIn } = await withApp(await createWorld({}, await open()))
    expect((await person.call(secondFactorRoutes.removeTotp, { body: {} })).status).toBe(400)
    expect((await person.call(secondFactorRoutes.removeTotp, { body: { password: 'Wrong-42!' } })).status).toBe(401)
    expect((await person.call(secondFactorRoutes.removeTotp, { body: { password: PASSWORD } })).status).toBe(204)
    expect((await signIn()).status).toBe(200)
    for (const table of ['totp', 'recovery_code'] as const)
      expect(await app.context.db.selectFrom(table).select('user_id').execute()).toEqual([])
  })

  test('an added authenticator app ends every other session', async () => {
    const world = await createWorld({}, await open())
    await world.as('ann')
    const other = await world.call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })
    const { person } = await withApp(world)
    expect(await secured(world, other.body.jwt)).toBe(401)
    expect(await secured(world, person.token)).toBe(200)
  })

  test('an authenticator app is deleted with its account, and its secret is not in the export', async () => {
    const { app, person, secret, codes } = await withApp(await createWorld({}, await open()))
    const taken = JSON.stringify((await person.call(exportRoutes.account)).body)
    expect(taken).toContain('"secondFactors":{"totp":{"createdAt"')
    for (const hidden of [secret, codes[0] ?? '', 'argon2', 'sealed']) expect(taken).not.toContain(hidden)
    await person.call(userRoutes.remove, { body: { password: PASSWORD } })
    for (const table of [
      'totp',
      'recovery_code',
      'sign_in_ticket',
      'passkey',
      'account_link',
      'download_ticket',
    ] as const)
      expect([table, await app.context.db.selectFrom(table).select('user_id').execute()]).toEqual([table, []])
  })
})

describe('a second step in progress', () => {
  test.each([
    [
      'a changed password',
      ({ person }: { person: Person }) =>
        person.call(userRoutes.changePassword, { body: { oldPassword: PASSWORD, newPassword: OTHER } }),
    ],
    [
      'a changed e-mail',
      ({ person }: { person: Person }) =>
        person.call(userRoutes.changeEmail, {
          body: {
            oldEmail: 'ann@example.org',
            newEmail: 'anna@example.org',
            password: PASSWORD,
          },
        }),
    ],
    [
      'a deleted account',
      ({ person }: { person: Person }) => person.call(userRoutes.remove, { body: { password: PASSWORD } }),
    ],
  ])('a second step in progress ends with %s', async (_name, act) => {
    const app = await withApp(await createWorld())
    const pending = await app.ticket()
    expect((await act(app)).status).toBeLessThan(300)
    const late = await app.complete({ ticket: pending, code: app.code() })
    expect([late.status, late.body.type]).toEqual([401, 'urn:greenhouse:problem:ticket.invalid'])
  })

  test('a second step is not opened when the password changes after its verification', async () => {
    const { app, person } = await withApp(await createWorld())
    const found = await findCredentials(app.context.db, 'ann@example.org')
    if (!found) throw new Error('Ann has an account.')
    const change = { oldPassword: PASSWORD, newPassword: OTHER }
    expect((await person.call(userRoutes.changePassword, { body: change })).status).toBe(204)
    const visitor = { address: '192.0.2.1', userAgent: '', origin: '' }
    await expect(demandSecondStep(app.context)(found, visitor)).rejects.toThrow('Incorrect email or password')
    expect(await app.context.db.selectFrom('sign_in_ticket').selectAll().execute()).toEqual([])
  })

  test('a second step is refused without a code, a recovery code or a passkey', async () => {
    const { ticket, complete } = await withApp(await createWorld())
    expect((await complete({ ticket: await ticket() })).status).toBe(401)
    expect((await complete({ ticket: await ticket(), passkey: { id: 'x', response: 1 } })).status).toBe(401)
    expect((await complete({ ticket: 'made-up', code: '123456' })).status).toBe(401)
    expect((await complete({ ticket: await ticket(), code: 'abc' })).status).toBe(400)
  })
})

test('a new password by a link opens no session, asks for the second step, and lets its owner try at once', async () => {
  const world = await createWorld()
  const { app, person, code, signIn, ticket, complete, call } = await withApp(world)
  for (let guess = 0; guess < 8; guess++) await complete({ ticket: await ticket(), code: '000000' })
  const path = await app.context.db.transaction().execute((tx) => makeResetLink(tx, person.userId, world.clock.now))
  const reset = { token: path.split('=')[1], newPassword: OTHER }
  const answer = await call(recoveryRoutes.reset, { body: reset })
  expect([answer.status, answer.body]).toEqual([204, ''])
  const asked = await signIn(OTHER)
  expect(asked.body.type).toBe('urn:greenhouse:problem:second-factor.required')
  expect((await complete({ ticket: asked.body.secondStep.ticket, code: code() })).status).toBe(200)
})

test('a browser that completed the second step is not slowed down by guesses in the same network', async () => {
  const { code, call, complete } = await withApp(await createWorld())
  const email = 'ann@example.org'
  const signIn = (password: string, browserId?: string) =>
    call(signInRoutes.login, { body: { email, password, browserId } })
  const browserId = randomUUID()
  const { ticket } = (await signIn(PASSWORD, browserId)).body.secondStep
  expect((await complete({ ticket, code: code(), browserId })).status).toBe(200)
  for (let guess = 0; guess < 8; guess++) await signIn('Wrong-42!')
  expect((await signIn(PASSWORD)).status).toBe(429)
  expect((await signIn(PASSWORD, browserId)).body.secondStep.methods).toEqual(['totp', 'recovery-code'])
})

test('a full table of attempts delays neither a second step nor the confirmation of a password', async () => {
  const { app, clock, code, person, ticket, complete } = await withApp(await createWorld())
  const { db } = app.context
  await sql`insert into sign_in_attempt (key, failures, last_at, forgotten_at)
    with recursive number(n) as (select 1 union all select n + 1 from number where n <= 100000)
    select 'x' || n, 1, ${clock.now}, ${clock.now + 3_600_000} from number`.execute(db)
  expect((await complete({ ticket: await ticket(), code: code() })).status).toBe(200)
  expect((await person.call(secondFactorRoutes.renewRecoveryCodes, { body: { password: PASSWORD } })).status).toBe(200)
})

test('a user without a second factor signs in with the password only', async () => {
  const { as, call } = await createWorld()
  await as('ann')
  const { status, body } = await call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })
  expect([status, Object.keys(body)]).toEqual([200, ['jwt']])
})

test('an authenticator app can be added only with the password when the sign-in is not recent', async () => {
  const { as, clock } = await createWorld()
  const ann = await as('ann')
  clock.now += 10 * MINUTE
  expect((await ann.call(secondFactorRoutes.beginTotp)).body.type).toBe('urn:greenhouse:problem:confirm.password')
  expect((await ann.call(secondFactorRoutes.beginTotp, { body: { password: PASSWORD } })).status).toBe(200)
  expect((await ann.call(secondFactorRoutes.confirmTotp, { body: { code: '000000' } })).status).toBe(401)
  expect((await factorsOf(ann)).totp).toBeNull()
})

// Nodes of a cluster get their secret as a setting; here it is in the folder, beside the database.
test.skipIf(ON_CLUSTER)('a copied database without the secret of the installation reveals no codes', async () => {
  const { dataDir } = testConfig()
  const first = await withApp(await createWorld({ dataDir }))
  await first.app.close()
  rmSync(`${dataDir}/session-secret`)
  await acceptNewSecret(testConfig({ dataDir }), openLog('silent'))
  const second = await createWorld({ dataDir })
  second.clock.now = first.clock.now
  const asked = await second.call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })
  const { ticket } = asked.body.secondStep
  const complete = (proof: object) => second.call(secondStepRoutes.complete, { body: { ticket, ...proof } })
  expect((await complete({ code: first.code() })).status).toBe(401)
  expect((await complete({ recoveryCode: first.codes[0] })).status).toBe(200)
})

describe('REQUIRE_MFA', () => {
  test('REQUIRE_MFA allows users without a second factor only to set one up', async () => {
    const world = await createWorld({ requireMfa: true })
    const ann = await world.as('ann')
    const refused = await ann.call(plantRoutes.list)
    expect([refused.status, refused.body.type]).toEqual([403, 'urn:greenhouse:problem:second-factor.setup-required'])
    for (const route of [deviceRoutes.create, liveRoutes.subscribe, exportRoutes.account, userRoutes.remove]) {
      const body = route.method === 'GET' ? undefined : {}
      expect([route.path, (await ann.call(route, { body })).status]).toEqual([route.path, 403])
    }
    expect((await ann.call(userRoutes.get)).status).toBe(200)
    expect((await factorsOf(ann)).required).toBe(true)
    await withApp(world)
    expect((await ann.call(plantRoutes.list)).status).toBe(200)
  })
})
