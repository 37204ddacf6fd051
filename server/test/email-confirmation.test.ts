import { recoveryRoutes, signInRoutes, userRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../../testing/growers.ts'
import { databases } from './databases.ts'
import { startSmtp } from './smtp.ts'
import { createWorld } from './world.ts'

const OTHER = 'Another-43!'
const CONFIRM = 'Please confirm your email'
const NEW_EMAIL = { oldEmail: 'ann@example.org', newEmail: 'anna@example.org' }
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe.each(databases)('the address of an account on %s', (_name, open) => {
  async function registered() {
    const smtp = await startSmtp()
    const database = await open()
    const world = await createWorld({ smtpUrl: smtp.smtpUrl }, database)
    const ann = await world.as('ann')
    const mails = async () => {
      await world.app.mail.runNow()
      return smtp.mails.map(({ text }) => /Subject: (.*)\r\n/.exec(text)?.[1])
    }
    /** Opens the newest link that confirms, and presses the button of its page. */
    const confirm = async () => {
      await world.app.mail.runNow()
      const found = smtp.mails.map(({ text }) => /\/api\/User\/ConfirmEmail\?token=[\w.~-]+/.exec(text)?.[0])
      const path = found.findLast((each) => each !== undefined) ?? ''
      const shown = await world.request('GET', path)
      return [shown.status, (await world.request('POST', path)).status]
    }
    const isConfirmed = async () => (await ann.call(userRoutes.get)).body.emailConfirmed
    let password = PASSWORD
    const changePassword = async () => {
      const change = { oldPassword: password, newPassword: password === PASSWORD ? OTHER : PASSWORD }
      const { status } = await ann.call(userRoutes.changePassword, { body: change })
      if (status === 204) password = change.newPassword
      return status
    }
    return { ...world, ann, smtp, mails, confirm, isConfirmed, changePassword }
  }

  test('an unconfirmed address gets one confirmation and at most three security mails a day', async () => {
    const { clock, call, changePassword, mails } = await registered()
    const statuses = []
    for (let index = 0; index < 40; index++) {
      clock.now += 16 * MINUTE
      statuses.push(await changePassword())
      await call(recoveryRoutes.requestReset, { body: { email: 'ann@example.org' } })
    }
    expect(statuses).toEqual(statuses.map(() => 204))
    const subjects = await mails()
    expect(subjects.filter((subject) => subject === CONFIRM)).toHaveLength(1)
    expect(subjects.filter((subject) => subject !== CONFIRM)).toHaveLength(3)
  })

  test('a confirmed address gets one mail about several password changes within an hour', async () => {
    const { clock, confirm, changePassword, mails } = await registered()
    await confirm()
    for (const minutes of [0, 20, 20, 21]) {
      clock.now += minutes * MINUTE
      expect(await changePassword()).toBe(204)
    }
    expect((await mails()).filter((subject) => subject === 'Your password was changed')).toHaveLength(2)
  })

  test('an address is confirmed by its mailed link, which shows a page and acts only by its button', async () => {
    const { app, confirm, isConfirmed, smtp, request } = await registered()
    await app.mail.runNow()
    expect(await isConfirmed()).toBe(false)
    const path = /\/api\/User\/ConfirmEmail\?token=[\w.~-]+/.exec(smtp.mails[0]?.text ?? '')?.[0] ?? ''
    expect((await request('GET', path)).status).toBe(200)
    expect(await isConfirmed()).toBe(false)
    expect((await request('POST', `${path}x`)).status).toBe(404)
    expect(await confirm()).toEqual([200, 200])
    expect(await isConfirmed()).toBe(true)
  })

  test('an address is not confirmed by the link to an earlier address', async () => {
    const { call, ann, confirm, mails, smtp, request } = await registered()
    await confirm()
    await ann.call(userRoutes.changeEmail, { body: NEW_EMAIL })
    expect((await mails()).filter((subject) => subject === CONFIRM)).toHaveLength(2)
    const path = /\/api\/User\/ConfirmEmail\?token=[\w.~-]+/.exec(smtp.mails[0]?.text ?? '')?.[0] ?? ''
    expect((await request('POST', path)).status).toBe(404)
    const signedIn = await call(signInRoutes.login, { body: { email: NEW_EMAIL.newEmail, password: PASSWORD } })
    const found = () => call(userRoutes.get, { token: signedIn.body.jwt })
    expect((await found()).body.emailConfirmed).toBe(false)
    await confirm()
    expect((await found()).body.emailConfirmed).toBe(true)
  })

  test('an address gets at most three confirmations a day on request, and none once it is confirmed', async () => {
    const { ann, clock, confirm, mails } = await registered()
    const send = async () => (await ann.call(userRoutes.sendConfirmation)).status
    expect([await send(), await send(), await send()]).toEqual([204, 204, 429])
    expect(await mails()).toHaveLength(3)
    clock.now += DAY
    await confirm()
    expect(await send()).toBe(204)
    expect(await mails()).toHaveLength(3)
  })

  test('an address is confirmed by a mailed password-reset link', async () => {
    const { app, call, smtp } = await registered()
    await call(recoveryRoutes.requestReset, { body: { email: 'ann@example.org' } })
    await app.recovery?.settled()
    await app.mail.runNow()
    const token = /\/reset#token=([\w-]{43})\s/.exec(smtp.mails.at(-1)?.text ?? '')?.[1]
    await call(recoveryRoutes.reset, { body: { token, newPassword: OTHER } })
    const { jwt } = (await call(signInRoutes.login, { body: { email: 'ann@example.org', password: OTHER } })).body
    expect((await call(userRoutes.get, { token: jwt })).body.emailConfirmed).toBe(true)
  })
})

test('slows down repeated changes of the password', async () => {
  const { as } = await createWorld()
  const ann = await as('ann')
  const statuses = []
  for (let index = 0; index < 6; index++) {
    const [oldPassword, newPassword] = index % 2 === 0 ? [PASSWORD, OTHER] : [OTHER, PASSWORD]
    statuses.push((await ann.call(userRoutes.changePassword, { body: { oldPassword, newPassword } })).status)
  }
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
})

test('a server without mail asks nobody to confirm an address', async () => {
  const { app, as } = await createWorld()
  const ann = await as('ann')
  expect((await ann.call(userRoutes.sendConfirmation)).body.type).toBe('urn:greenhouse:problem:mail.not-set-up')
  expect(await app.context.db.selectFrom('mail').selectAll().execute()).toEqual([])
})
