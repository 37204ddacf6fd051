import { authRoutes, signInRoutes, userRoutes } from '@greenhouse/contract'
import argon2 from '@node-rs/argon2'
import { SignJWT } from 'jose'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { PASSWORD, registration } from '../../../../testing/growers.ts'
import { createWorld, testConfig } from '../../../test/world.ts'
import { PASSWORD_COST } from '../../platform/secrets/password-cost.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe('registering', () => {
  test('returns a token for the new user at registration', async () => {
    const { call } = await createWorld()
    const { status, body } = await call(signInRoutes.register, { body: registration('ann') })
    expect(status).toBe(200)
    const claims = JSON.parse(Buffer.from(body.jwt.split('.')[1], 'base64url').toString())
    expect(claims).toMatchObject({ Email: 'ann@example.org', Role: 'user', Country: 'Denmark' })
    expect(claims.Id).toBe(claims.sub)
    expect(claims.exp - claims.iat).toBe((30 * DAY) / 1000)
  })

  test('names the wrong field of a registration with the message of the form', async () => {
    const { call } = await createWorld()
    const wrong = {
      firstName: ' A ',
      lastName: '',
      email: 'ann',
      birthday: '2026-02-30',
      country: ' ',
      password: 'short',
    }
    const { status, headers, body } = await call(signInRoutes.register, { body: wrong })
    expect(status).toBe(400)
    expect(headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(body.errors).toEqual({
      firstName: ['2–30 characters required.'],
      lastName: ['Last name is required'],
      email: ['Email is not valid'],
      birthday: ['Not a valid date'],
      country: ['Country is required'],
      password: ['≥6 chars, incl. min. 1 uppercase, lowercase, digit & special.'],
    })
  })

  test.each([
    ['2021-11-20', 200],
    ['2021-11-21', 400],
  ])('registers on 20 November 2026 somebody born on %s with %i', async (birthday, status) => {
    const { call } = await createWorld()
    const answer = await call(signInRoutes.register, { body: { ...registration('ann'), birthday } })
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.body.errors).toEqual({ birthday: ['You must be at least 5 years old.'] })
  })

  test.each(['United States of America', 'Czech Republic (Czechia)', 'X', 'S'.repeat(56)])(
    'accepts the country of a registration as another list names it: %s',
    async (country) => {
      const { call } = await createWorld()
      const { body } = await call(signInRoutes.register, { body: { ...registration('ann'), country } })
      const user = await call(userRoutes.get, { token: body.jwt })
      expect(user.body.country).toBe(country)
    },
  )

  test('refuses a taken address in any case with a title that names the email', async () => {
    const { as, call } = await createWorld()
    await as('ann')
    const { status, body } = await call(signInRoutes.register, {
      body: { ...registration('ann'), email: 'ANN@example.org' },
    })
    expect([status, body.title]).toEqual([400, 'Email: User with that email already exists'])
  })

  test.each(['Password1!', 'P@ssw0rd1', 'Welcome2026!', 'Qwerty123!', 'Admin123!'])(
    'refuses the common password %s at registration',
    async (password) => {
      const { call } = await createWorld()
      const { status, body } = await call(signInRoutes.register, { body: { ...registration('ann'), password } })
      expect(status).toBe(400)
      expect(body.errors.password[0]).toContain('common passwords')
    },
  )

  test('refuses registration when it is closed', async () => {
    const { call } = await createWorld({ registration: 'closed' })
    const { status, body } = await call(signInRoutes.register, { body: registration('ann') })
    expect([status, body.type]).toEqual([403, 'urn:greenhouse:problem:registration.closed'])
  })

  test('ignores unknown fields of a registration', async () => {
    const { call } = await createWorld()
    const { body } = await call(signInRoutes.register, {
      body: { ...registration('ann'), role: 'admin', userId: 'me' },
    })
    const user = await call(userRoutes.get, { token: body.jwt })
    expect(user.body).toMatchObject({ firstName: 'ann', role: 'user', birthday: '1990-05-01', country: 'Denmark' })
    expect(Object.keys(user.body).toSorted()).toEqual([
      'birthday',
      'country',
      'email',
      'emailConfirmed',
      'firstName',
      'lastName',
      'role',
      'userId',
    ])
  })
})

describe('signing in', () => {
  test('replies alike to a wrong password and an unknown address', async () => {
    const { as, call } = await createWorld()
    await as('ann')
    const wrong = await call(signInRoutes.login, { body: { email: 'ann@example.org', password: 'Wrong-42!' } })
    const unknown = await call(signInRoutes.login, { body: { email: 'bob@example.org', password: PASSWORD } })
    expect(wrong.status).toBe(401)
    expect(unknown.body).toEqual(wrong.body)
  })

  test('does the same work for an unknown address as for a wrong password', async () => {
    const { as, call } = await createWorld({ passwordCost: PASSWORD_COST })
    await as('ann')
    const verify = vi.spyOn(argon2, 'verify')
    onTestFinished(() => verify.mockRestore())
    const costsOf = async (email: string) => {
      verify.mockClear()
      await call(signInRoutes.login, { body: { email, password: 'Wrong-42!' } })
      // Algorithm, version and cost: the parts before the salt.
      return verify.mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4))
    }
    const known = await costsOf('ann@example.org')
    expect(known).toEqual([['', 'argon2id', 'v=19', 'm=19456,t=2,p=1']])
    expect(await costsOf('bob@example.org')).toEqual(known)
  })

  test('accepts any capitalisation of the route and the address', async () => {
    const { as, request } = await createWorld()
    await as('ann')
    const { status } = await request('POST', signInRoutes.login.path.replace('/auth/Login', '/Auth/login'), {
      email: ' Ann@Example.org ',
      password: PASSWORD,
    })
    expect(status).toBe(200)
  })

  test('slows down sign-ins after five failures, also with the right password, until the pause is over', async () => {
    const { as, clock, call } = await createWorld()
    await as('ann')
    for (let index = 0; index < 5; index++) {
      expect(
        (await call(signInRoutes.login, { body: { email: 'ann@example.org', password: `Wrong-${index}!` } })).status,
      ).toBe(401)
    }
    const right = { email: 'ann@example.org', password: PASSWORD }
    const held = await call(signInRoutes.login, { body: right })
    expect(held.status).toBe(429)
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(0)
    expect(held.body.title).toMatch(/^Too many attempts\. Try again in \d+ seconds?\.$/)
    clock.now += Number(held.headers['retry-after']) * 1000
    expect((await call(signInRoutes.login, { body: right })).status).toBe(200)
    // A success resets the count.
    expect((await call(signInRoutes.login, { body: { ...right, password: 'Wrong-9!' } })).status).toBe(401)
  })

  test('counts an attempt before the password is verified, and keeps the count over a restart', async () => {
    const { dataDir } = testConfig()
    const first = await createWorld({ dataDir })
    await first.as('ann')
    const attempts = Array.from({ length: 8 }, () =>
      first.call(signInRoutes.login, { body: { email: 'ann@example.org', password: 'Wrong-42!' } }),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
    await first.app.close()
    const second = await createWorld({ dataDir })
    expect(
      (await second.call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })).status,
    ).toBe(429)
  })
})

describe('a token', () => {
  test('accepts a token bare or after Bearer only', async () => {
    const { as, call } = await createWorld()
    const { token } = await as('ann')
    const secured = async (header: string | undefined) => (await call(authRoutes.secured, { token: header })).status
    expect(await secured(token)).toBe(200)
    expect(await secured(`Bearer ${token}`)).toBe(200)
    expect(await secured(`bearer   ${token}`)).toBe(200)
    expect(await secured(undefined)).toBe(401)
    expect(await secured('')).toBe(401)
    expect(await secured(`Basic ${token}`)).toBe(401)
    expect(await secured(`${token}x`)).toBe(401)
    expect(await secured('a'.repeat(10_000))).toBe(401)
  })

  test('refuses a forged token', async () => {
    const { as, call } = await createWorld()
    const { token, userId } = await as('ann')
    const [head = '', payload = '', signature = ''] = token.split('.')
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const forged = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(userId)
      .sign(new TextEncoder().encode('another secret of some forty characters!!'))
    const made = [
      forged,
      `${part({ alg: 'none' })}.${payload}.`,
      `${part({ alg: 'none' })}.${payload}.${signature}`,
      `${head}.${part({ ...claims, Role: 'admin' })}.${signature}`,
      `${head}.${payload}.`,
      `${head}.${payload}`,
    ]
    for (const one of made) expect((await call(authRoutes.secured, { token: one })).status).toBe(401)
  })

  test('ends a token with its session, after 7 idle days or 30 days', async () => {
    const { as, clock } = await createWorld()
    const [ann, bob, eve] = [await as('ann'), await as('bob'), await as('eve')]
    const secured = async (person: typeof ann) => (await person.call(authRoutes.secured)).status
    expect((await ann.call(authRoutes.logout)).status).toBe(204)
    expect(await secured(ann)).toBe(401)
    for (let day = 1; day < 30; day++) {
      clock.now += DAY
      if (day < 8) expect(await secured(bob)).toBe(200)
      expect(await secured(eve)).toBe(200)
    }
    expect(await secured(bob)).toBe(401)
    clock.now += DAY
    expect(await secured(eve)).toBe(401)
  })
})

describe('sessions', () => {
  async function signInTwice() {
    const world = await createWorld()
    const ann = await world.as('ann')
    const second = await world.call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })
    return { ...world, ann, other: String(second.body.jwt) }
  }

  test('lists sessions with the current one marked, and ends one or all others', async () => {
    const { ann, other, call } = await signInTwice()
    const list = (await ann.call(authRoutes.sessions)).body
    expect(list.map((session: { current: boolean }) => session.current).toSorted()).toEqual([false, true])
    const { sessionId } = list.find((session: { current: boolean }) => !session.current)
    await ann.call(authRoutes.endSession, { query: { sessionId } })
    expect((await call(authRoutes.secured, { token: other })).status).toBe(401)
    const third = await call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })
    await ann.call(authRoutes.endOtherSessions)
    expect((await call(authRoutes.secured, { token: third.body.jwt })).status).toBe(401)
    expect((await ann.call(authRoutes.secured)).status).toBe(200)
  })

  test('ends unfinished sign-ins and links with all other sessions', async () => {
    const { ann, app } = await signInTwice()
    const { db, now } = app.context
    const link = {
      token_hash: 'of a link',
      user_id: ann.userId,
      purpose: 'reset' as const,
      email: null,
      email_key: null,
    }
    await db
      .insertInto('account_link')
      .values({ ...link, created_at: now(), expires_at: now() + 1000 })
      .execute()
    await ann.call(authRoutes.endOtherSessions)
    expect(await db.selectFrom('account_link').selectAll().execute()).toEqual([])
  })

  test("returns 404 for another user's session", async () => {
    const { ann, as } = await signInTwice()
    const bob = await as('bob')
    const [{ sessionId }] = (await ann.call(authRoutes.sessions)).body
    expect((await bob.call(authRoutes.endSession, { query: { sessionId } })).status).toBe(404)
    expect((await ann.call(authRoutes.secured)).status).toBe(200)
  })
})
