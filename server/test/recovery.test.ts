import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { authRoutes, liveRoutes, recoveryRoutes, serverRoutes, signInRoutes, userRoutes } from '@greenhouse/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { PASSWORD } from '../../testing/growers.ts'
import { hashToken } from '../src/platform/secrets/random-token.ts'
import { databases } from './databases.ts'
import { startSmtp } from './smtp.ts'
import { createWorld, portOf } from './world.ts'

const OTHER = 'Another-43!'
const MINUTE = 60_000

describe.each(databases)('a forgotten password on %s', (_name, open) => {
  async function forgotten() {
    const smtp = await startSmtp()
    const world = await createWorld(
      { smtpUrl: smtp.smtpUrl, publicUrl: 'https://greenhouse.example.org' },
      await open(),
    )
    const ann = await world.as('ann')
    // Discards the mail that confirms the address of the new account.
    await world.app.mail.runNow()
    smtp.mails.length = 0
    const ask = async (email = 'ann@example.org') => {
      const answer = await world.call(recoveryRoutes.requestReset, { body: { email } })
      await world.app.recovery?.settled()
      await world.app.mail.runNow()
      return answer
    }
    const tokens = () => smtp.mails.flatMap(({ text }) => /\/reset#token=([\w-]{43})\s/.exec(text)?.slice(1) ?? [])
    const tokenOf = (index: number) => tokens().at(index) ?? 'none'
    const reset = (token: string, newPassword = OTHER) =>
      world.call(recoveryRoutes.reset, { body: { token, newPassword } })
    const signIn = (password: string) =>
      world.call(signInRoutes.login, { body: { email: 'ann@example.org', password } })
    return { ...world, world, ...smtp, ann, ask, tokens, tokenOf, reset, signIn }
  }

  test('a forgotten password is replaced through a mailed link, and only the hash of the link is stored', async () => {
    const { app, ask, mails, tokenOf, reset, signIn } = await forgotten()
    expect((await ask('ANN@example.org')).status).toBe(204)
    expect(mails.map(({ to }) => to)).toEqual([['ann@example.org']])
    expect(mails[0]?.text).toContain('https://greenhouse.example.org/reset#token=')
    const rows = await app.context.db.selectFrom('account_link').select('token_hash').execute()
    expect(rows).toEqual([{ token_hash: hashToken(tokenOf(0)) }])
    expect((await reset(tokenOf(0))).status).toBe(204)
    expect((await signIn(OTHER)).status).toBe(200)
    expect((await signIn(PASSWORD)).status).toBe(401)
  })

  test('a new password through a link lifts the delay of earlier sign-in attempts', async () => {
    const { world, ask, tokenOf, reset, signIn } = await forgotten()
    const browserId = randomUUID()
    const inBrowser = (password: string) =>
      world.call(signInRoutes.login, { body: { email: 'ann@example.org', password, browserId } })
    expect((await inBrowser(PASSWORD)).status).toBe(200)
    for (let guess = 0; guess < 6; guess++) await Promise.all([signIn('Wrong-42!'), inBrowser('Wrong-42!')])
    expect([(await signIn(PASSWORD)).status, (await inBrowser(PASSWORD)).status]).toEqual([429, 429])
    await ask()
    await reset(tokenOf(0))
    expect([(await signIn(OTHER)).status, (await inBrowser(OTHER)).status]).toEqual([200, 200])
  })

  test('a request for a reset link gets the same reply for an unknown address, and sends no mail', async () => {
    const { ask, mails } = await forgotten()
    const unknown = await ask('nobody@example.org')
    expect(mails).toEqual([])
    const known = await ask()
    const shown = ({ status, body, headers }: typeof known) => [status, body, Object.keys(headers)]
    expect(shown(unknown)).toEqual(shown(known))
  })

  test('a change of the password is mailed to its owner', async () => {
    const { world, ann, mails } = await forgotten()
    await ann.call(userRoutes.changePassword, { body: { oldPassword: PASSWORD, newPassword: OTHER } })
    await world.app.mail.runNow()
    expect(mails.map(({ to }) => to)).toEqual([['ann@example.org']])
    expect(mails[0]?.text).toContain('Subject: Your password was changed')
  })

  test('a new password through a link ends all sessions, live connections and other links, and mails the owner', async () => {
    const { world, clock, ann, ask, mails, tokenOf, reset } = await forgotten()
    await world.app.listen()
    const socket = new WebSocket(`ws://127.0.0.1:${portOf(world)}/ws?id=ann`)
    onTestFinished(() => socket.terminate())
    await once(socket, 'open')
    await ann.call(liveRoutes.subscribe, { body: { clientId: 'ann', topicIds: ['Dashboard'] } })
    await ask()
    clock.now += 6 * MINUTE
    await ask()
    expect(tokenOf(0)).not.toBe(tokenOf(1))
    const closed = once(socket, 'close')
    expect((await reset(tokenOf(1))).status).toBe(204)
    await closed
    expect((await ann.call(authRoutes.secured)).status).toBe(401)
    expect((await reset(tokenOf(0), 'Third-44!x')).status).toBe(404)
    await world.app.mail.runNow()
    expect(mails.at(-1)?.text).toContain('Subject: Your password was changed')
  })

  test('a reset link works once, even for two concurrent requests, and for 15 minutes', async () => {
    const { clock, ask, tokenOf, reset } = await forgotten()
    await ask()
    const both = await Promise.all([reset(tokenOf(0)), reset(tokenOf(0), 'Third-44!x')])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 404])
    clock.now += 6 * MINUTE
    await ask()
    clock.now += 15 * MINUTE
    const late = await reset(tokenOf(-1))
    expect([late.status, late.body.type]).toEqual([404, 'urn:greenhouse:problem:link.not-found'])
  })

  test('a reset link ends with a change of the password or the e-mail, and with the account', async () => {
    const { clock, ann, ask, tokens, tokenOf, reset, signIn, call } = await forgotten()
    await ask()
    await ann.call(userRoutes.changePassword, { body: { oldPassword: PASSWORD, newPassword: OTHER } })
    expect((await reset(tokenOf(-1), 'Third-44!x')).status).toBe(404)
    clock.now += 6 * MINUTE
    await ask()
    await ann.call(userRoutes.changeEmail, {
      body: {
        oldEmail: 'ann@example.org',
        newEmail: 'anna@example.org',
        password: OTHER,
      },
    })
    expect((await reset(tokenOf(-1), 'Third-44!x')).status).toBe(404)
    const { body } = await call(signInRoutes.login, { body: { email: 'anna@example.org', password: OTHER } })
    clock.now += 6 * MINUTE
    await ask('anna@example.org')
    await call(userRoutes.remove, { body: { password: OTHER }, token: body.jwt })
    expect((await reset(tokenOf(-1), 'Third-44!x')).status).toBe(404)
    expect((await signIn('Third-44!x')).status).toBe(401)
    expect(new Set(tokens()).size).toBe(3)
  })

  test.each([
    [{ newPassword: 'short' }, 'newPassword'],
    [{ newPassword: 'Password1!' }, 'newPassword'],
    [{ newPassword: OTHER, confirm: 'Different-1!' }, 'confirm'],
  ])('a forgotten password is not replaced by %j, and the link stays valid', async (wrong, field) => {
    const { ask, tokenOf, reset, call } = await forgotten()
    await ask()
    const answer = await call(recoveryRoutes.reset, { body: { token: tokenOf(0), ...wrong } })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]])
    expect((await reset(tokenOf(0))).status).toBe(204)
  })

  test('sends an address few reset links, and slows down many requests from one network', async () => {
    const { ask, mails } = await forgotten()
    const statuses = []
    for (let index = 0; index < 8; index++) statuses.push((await ask()).status)
    expect(mails).toHaveLength(1)
    expect([statuses[0], statuses.at(-1)]).toEqual([204, 429])
  })
})

test('a request for a reset link is refused alike for every address without a mail server', async () => {
  const { as, call } = await createWorld()
  await as('ann')
  for (const email of ['ann@example.org', 'nobody@example.org']) {
    const { status, body } = await call(recoveryRoutes.requestReset, { body: { email } })
    expect([status, body.type]).toEqual([409, 'urn:greenhouse:problem:mail.not-set-up'])
  }
  expect((await call(serverRoutes.info)).body.sendsMail).toBe(false)
})
