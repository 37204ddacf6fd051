import { secondFactorRoutes, secondStepRoutes, signInRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../../testing/growers.ts'
import { fromBase32, hotp, stepAt } from '../src/features/second-factor/totp.ts'
import { newAuthenticator } from './authenticator.ts'
import { databases } from './databases.ts'
import { createWorld, type World } from './world.ts'

const ORIGIN = 'https://greenhouse.example.org'
const MINUTE = 60_000

type Authenticator = ReturnType<typeof newAuthenticator>

async function adding(world: World, authenticator: Authenticator = newAuthenticator(ORIGIN)) {
  const ann = await world.as('ann')
  const pending = await ann.call(secondFactorRoutes.beginPasskey, { body: { password: PASSWORD } })
  const add = (credential: object, name = 'Phone') =>
    ann.call(secondFactorRoutes.addPasskey, { body: { name, credential } })
  return { ann, authenticator, asked: pending.body, add }
}

async function added(world: World) {
  const { ann, authenticator, asked, add } = await adding(world)
  const answer = await add(authenticator.create(asked))
  const begin = async () => {
    const { body } = await world.call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })
    const { ticket, methods } = body.secondStep
    return { ticket: String(ticket), methods: methods as string[] }
  }
  const challenge = async (ticket: string) => (await world.call(secondStepRoutes.challenge, { body: { ticket } })).body
  const complete = (ticket: string, passkey: object) =>
    world.call(secondStepRoutes.complete, { body: { ticket, passkey } })
  return { ann, authenticator, answer, begin, challenge, complete }
}

describe.each(databases)('a passkey on %s', (_name, open) => {
  const opened = async () => createWorld({ publicUrl: ORIGIN }, await open())

  test('a passkey is made for this server, verifies the user, and completes the second step', async () => {
    const world = await opened()
    const { asked } = await adding(world)
    expect(asked).toMatchObject({
      rp: { id: 'greenhouse.example.org' },
      authenticatorSelection: { userVerification: 'required' },
    })
    const { ann, authenticator, answer, begin, challenge, complete } = await added(world)
    expect([answer.status, answer.body.recoveryCodes.length]).toEqual([200, 10])
    const { ticket, methods } = await begin()
    expect(methods).toEqual(['passkey', 'recovery-code'])
    const wanted = await challenge(ticket)
    expect(wanted).toMatchObject({ userVerification: 'required', allowCredentials: [{ id: authenticator.id }] })
    const done = await complete(ticket, authenticator.get(wanted))
    expect([done.status, Object.keys(done.body)]).toEqual([200, ['jwt']])
    const { passkeys } = (await ann.call(secondFactorRoutes.list)).body
    expect(passkeys).toEqual([
      {
        passkeyId: expect.any(String),
        name: 'Phone',
        createdAt: '2026-11-20T09:41:00.000Z',
        lastUsedAt: '2026-11-20T09:41:00.000Z',
      },
    ])
  })

  test('a passkey is not replaced by the code of an app that was never confirmed', async () => {
    const world = await opened()
    const { ann, begin } = await added(world)
    const { secret } = (await ann.call(secondFactorRoutes.beginTotp, { body: { password: PASSWORD } })).body
    const { ticket } = await begin()
    const code = hotp(fromBase32(secret), stepAt(world.clock.now))
    const answer = await world.call(secondStepRoutes.complete, { body: { ticket, code } })
    expect([answer.status, answer.body.type]).toEqual([401, 'urn:greenhouse:problem:second-factor.wrong'])
    expect((await ann.call(secondFactorRoutes.confirmTotp, { body: { code } })).status).toBe(200)
  })

  test('a passkey signs for one sign-in only', async () => {
    const { authenticator, begin, challenge, complete } = await added(await opened())
    const [one, two] = [await begin(), await begin()]
    const signed = authenticator.get(await challenge(one.ticket))
    await challenge(two.ticket)
    expect((await complete(two.ticket, signed)).status).toBe(401)
    expect((await complete(one.ticket, signed)).status).toBe(200)
    expect((await complete(one.ticket, signed)).status).toBe(401)
  })

  test.each<[string, (own: Authenticator, wanted: { challenge: string }) => object]>([
    ['made on another page', (own, wanted) => own.get(wanted, { from: 'https://greenhouse.example.com' })],
    ['that did not ask who is there', (own, wanted) => own.get(wanted, { verified: false })],
    ['by another key', (own, wanted) => ({ ...newAuthenticator(ORIGIN).get(wanted), id: own.id, rawId: own.id })],
    ['by a passkey that nobody added', (_, wanted) => newAuthenticator(ORIGIN).get(wanted)],
  ])('a passkey does not sign in by a signature %s', async (_what, sign) => {
    const { authenticator, begin, challenge, complete } = await added(await opened())
    const { ticket } = await begin()
    const wanted = await challenge(ticket)
    expect((await complete(ticket, sign(authenticator, wanted))).status).toBe(401)
    expect((await complete(ticket, authenticator.get(wanted))).status).toBe(200)
  })

  test('a passkey is renamed, and removed with the password', async () => {
    const world = await opened()
    const { ann } = await added(world)
    const list = async () => (await ann.call(secondFactorRoutes.list)).body.passkeys
    const [{ passkeyId }] = await list()
    const rename = (name: string) =>
      ann.call(secondFactorRoutes.renamePasskey, { query: { passkeyId }, body: { name } })
    const remove = (password: string) =>
      ann.call(secondFactorRoutes.removePasskey, { query: { passkeyId }, body: { password } })
    expect((await rename(' Key ring ')).status).toBe(204)
    expect((await list())[0].name).toBe('Key ring')
    expect((await rename(' ')).status).toBe(400)
    expect((await remove('Wrong-42!')).status).toBe(401)
    expect((await remove(PASSWORD)).status).toBe(204)
    expect(await list()).toEqual([])
    expect(
      (await world.call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })).status,
    ).toBe(200)
  })
})

describe('making a passkey', () => {
  const opened = () => createWorld({ publicUrl: ORIGIN })
  const INVALID = 'urn:greenhouse:problem:passkey.invalid'

  test('a new passkey must answer its own challenge, once and within five minutes', async () => {
    const world = await opened()
    const { asked, authenticator, add } = await adding(world)
    const made = authenticator.create(asked)
    expect((await add(authenticator.create({ challenge: 'AAAA' }))).body.type).toBe(INVALID)
    // The challenge is used up by then.
    expect((await add(made)).body.type).toBe(INVALID)
    const again = await adding(world, authenticator)
    world.clock.now += 5 * MINUTE
    expect((await again.add(authenticator.create(again.asked))).body.type).toBe(INVALID)
  })

  test('a new passkey is refused from another page, without verifying the user, or when malformed', async () => {
    const world = await opened()
    const foreign = await adding(world)
    expect((await foreign.add(foreign.authenticator.create(foreign.asked, 'https://evil.example'))).body.type).toBe(
      INVALID,
    )
    const silent = await adding(world, newAuthenticator(ORIGIN, { verified: false }))
    expect((await silent.add(silent.authenticator.create(silent.asked))).body.type).toBe(INVALID)
    for (const credential of [{ id: 'x' }, { id: 'x', response: { attestationObject: '!', clientDataJSON: 7 } }]) {
      const odd = await adding(world)
      expect((await odd.add(credential)).body.type).toBe(INVALID)
    }
  })

  test('a new passkey uses the address of the request when PUBLIC_URL is not set', async () => {
    const world = await createWorld()
    const { asked, add, authenticator } = await adding(world, newAuthenticator('http://localhost'))
    expect(asked.rp.id).toBe('localhost')
    expect((await add(authenticator.create(asked))).status).toBe(200)
  })

  test('a passkey cannot be added twice', async () => {
    const world = await opened()
    const { authenticator } = await added(world)
    const again = await adding(world)
    expect(again.asked.excludeCredentials).toEqual([expect.objectContaining({ id: authenticator.id })])
    expect((await again.add(authenticator.create(again.asked))).body.type).toBe('urn:greenhouse:problem:passkey.exists')
  })
})
