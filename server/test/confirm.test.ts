import {
  authRoutes,
  brokerRoutes,
  channelRoutes,
  deviceRoutes,
  exportRoutes,
  hubRoutes,
  recoveryRoutes,
  signInRoutes,
  userRoutes,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { PASSWORD, registration } from '../../testing/growers.ts'
import { databases } from './databases.ts'
import { startSmtp } from './smtp.ts'
import { createWorld, type Answer, type Person, type World } from './world.ts'

const OTHER = 'Another-43!'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const NEW_EMAIL = { oldEmail: 'ann@example.org', newEmail: 'anna@example.org' }

type Grave = (world: World, ann: Person, password?: string) => Promise<Answer>
const body = (password: string | undefined, more?: object) => (password === undefined ? more : { ...more, password })

/** Changes for which a stolen session must not be enough. */
const grave: Array<[string, Grave]> = [
  ['changing the e-mail', (_, ann, password) => ann.call(userRoutes.changeEmail, { body: body(password, NEW_EMAIL) })],
  ['deleting the account', (_, ann, password) => ann.call(userRoutes.remove, { body: body(password) })],
  ['ending all other sessions', (_, ann, password) => ann.call(authRoutes.endOtherSessions, { body: body(password) })],
  [
    'ending another session',
    async ({ call }, ann, password) => {
      await call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })
      const sessions = (await ann.call(authRoutes.sessions)).body
      const { sessionId } = sessions.find(({ current }: { current: boolean }) => !current)
      return ann.call(authRoutes.endSession, { query: { sessionId }, body: body(password) })
    },
  ],
  [
    'giving a device another token',
    async (world, ann, password) => {
      const { deviceId } = await world.aDevice(ann)
      return ann.call(deviceRoutes.replaceToken, { query: { userDeviceId: deviceId }, body: body(password) })
    },
  ],
]

const aBroker = { url: 'mqtt://broker.example.org:1883', topics: ['#'] }
const aChannel = { name: 'Phone', target: { kind: 'ntfy', topic: 'tomatoes' } }

/** Changes and exports that would give a stolen session more: a credential, a copy, or all alerts. */
const lasting: Array<[string, Grave, field?: string]> = [
  ['making a hub', (_, ann, password) => ann.call(hubRoutes.create, { body: body(password, { name: 'Shed' }) })],
  [
    'connecting a broker',
    (_, ann, password) =>
      ann.call(brokerRoutes.create, {
        body: password === undefined ? aBroker : { ...aBroker, accountPassword: password },
      }),
    'accountPassword',
  ],
  ['making a channel', (_, ann, password) => ann.call(channelRoutes.create, { body: body(password, aChannel) })],
  [
    'giving a channel another target',
    async (_, ann, password) => {
      const [known] = (await ann.call(channelRoutes.list)).body
      const { channelId } =
        known ?? (await ann.call(channelRoutes.create, { body: { ...aChannel, password: PASSWORD } })).body
      return ann.call(channelRoutes.edit, { params: { channelId }, body: body(password, { target: aChannel.target }) })
    },
  ],
  ['exporting the account', (_, ann, password) => ann.call(exportRoutes.confirmedAccount, { body: body(password) })],
  ['exporting the readings', (_, ann, password) => ann.call(exportRoutes.createTicket, { body: body(password) })],
  ['exporting values', (_, ann, password) => ann.call(exportRoutes.prepareValues, { body: body(password, {}) })],
]

describe.each([...grave, ...lasting])('%s', (_name, act, field = 'password') => {
  test('a confirmed action needs no password within ten minutes of the sign-in', async () => {
    const world = await createWorld()
    const ann = await world.as('ann')
    world.clock.now += 10 * MINUTE - 1
    expect((await act(world, ann)).status).toBeLessThan(300)
  })

  test('a confirmed action needs the password ten minutes after the sign-in, with a problem that is not about the session', async () => {
    const world = await createWorld()
    const ann = await world.as('ann')
    world.clock.now += 10 * MINUTE
    const asked = await act(world, ann)
    expect([asked.status, asked.body.type, asked.body.errors]).toEqual([
      401,
      'urn:greenhouse:problem:confirm.password',
      { [field]: ['Password is required'] },
    ])
    const wrong = await act(world, ann, 'Wrong-42!')
    expect([wrong.status, wrong.body.type, wrong.body.errors]).toEqual([
      401,
      'urn:greenhouse:problem:password.wrong',
      { [field]: ['Password is incorrect'] },
    ])
    expect((await ann.call(authRoutes.secured)).status).toBe(200)
    expect((await act(world, ann, PASSWORD)).status).toBeLessThan(300)
  })

  test('a confirmed action is refused with a wrong password even right after the sign-in', async () => {
    const world = await createWorld()
    const ann = await world.as('ann')
    expect((await act(world, ann, 'Wrong-42!')).status).toBe(401)
  })
})

test.each([exportRoutes.account, exportRoutes.readings])(
  'the download at $path takes no password and needs a session younger than 10 minutes',
  async (route) => {
    const { as, clock } = await createWorld()
    const ann = await as('ann')
    expect((await ann.call(route)).status).toBe(200)
    clock.now += 10 * MINUTE
    const late = await ann.call(route)
    expect([late.status, late.body.type]).toEqual([401, 'urn:greenhouse:problem:confirm.password'])
  },
)

test('a session of any age may add devices and change a channel except its target', async () => {
  const world = await createWorld()
  const ann = await world.as('ann')
  const { channelId } = (await ann.call(channelRoutes.create, { body: aChannel })).body
  world.clock.now += 10 * MINUTE
  expect((await world.aDevice(ann)).deviceToken).toBeTypeOf('string')
  const change = { name: 'Old phone', isOn: false }
  expect((await ann.call(channelRoutes.edit, { params: { channelId }, body: change })).status).toBe(200)
})

test('slows down repeated wrong passwords for a confirmed action', async () => {
  const world = await createWorld()
  const ann = await world.as('ann')
  const statuses = []
  for (let index = 0; index < 7; index++)
    statuses.push((await ann.call(userRoutes.remove, { body: { password: `Wrong-${index}!` } })).status)
  expect(statuses.at(-1)).toBe(429)
})

describe.each(databases)('a changed e-mail on %s', (_name, open) => {
  async function changed() {
    const smtp = await startSmtp()
    const world = await createWorld(
      { smtpUrl: smtp.smtpUrl, publicUrl: 'https://greenhouse.example.org' },
      await open(),
    )
    const ann = await world.as('ann')
    await ann.call(userRoutes.changeEmail, { body: NEW_EMAIL })
    await world.app.mail.runNow()
    /** The mails with a link that undoes a change. */
    const undoMails = () => smtp.mails.filter(({ text }) => text.includes('/undo-email#'))
    const tokenIn = (index: number) =>
      /\/undo-email#token=([\w-]{43})\s/.exec(undoMails().at(index)?.text ?? '')?.[1] ?? ''
    const undo = (token: string) => world.call(recoveryRoutes.undoEmail, { body: { token } })
    const signIn = (email: string, password = PASSWORD) => world.call(signInRoutes.login, { body: { email, password } })
    return { ...world, world, undoMails, tokenIn, undo, signIn }
  }

  test('a changed e-mail is announced to the old address, with a link that undoes it and leads to a new password', async () => {
    const { undoMails, tokenIn, undo, signIn, call } = await changed()
    expect(undoMails().map(({ to }) => to)).toEqual([['ann@example.org']])
    expect(undoMails()[0]?.text).not.toContain('anna@')
    const thief = await signIn('anna@example.org')
    const undone = await undo(tokenIn(0))
    expect([undone.status, undone.body.email]).toEqual([200, 'ann@example.org'])
    expect((await call(authRoutes.secured, { token: thief.body.jwt })).status).toBe(401)
    expect((await signIn('anna@example.org')).status).toBe(401)
    const reset = { token: undone.body.resetToken, newPassword: OTHER }
    expect((await call(recoveryRoutes.reset, { body: reset })).status).toBe(204)
    expect((await signIn('ann@example.org')).status).toBe(401)
    expect((await signIn('ann@example.org', OTHER)).status).toBe(200)
    expect((await undo(tokenIn(0))).status).toBe(404)
  })

  test('a changed e-mail can be undone for seven days, even after a change of the password', async () => {
    const { clock, tokenIn, undo, signIn, call } = await changed()
    const { body: thief } = await signIn('anna@example.org')
    const change = { oldPassword: PASSWORD, newPassword: OTHER }
    await call(userRoutes.changePassword, { body: change, token: thief.jwt })
    clock.now += 7 * DAY - 1
    expect((await undo(tokenIn(0))).status).toBe(200)
  })

  test('a changed e-mail cannot be undone after seven days', async () => {
    const { clock, tokenIn, undo, signIn } = await changed()
    clock.now += 7 * DAY
    expect((await undo(tokenIn(0))).status).toBe(404)
    expect((await signIn('anna@example.org')).status).toBe(200)
  })

  test('a changed e-mail reserves the old address for seven days', async () => {
    const { as, clock, call } = await changed()
    const taken = await call(signInRoutes.register, { body: registration('ann') })
    expect([taken.status, taken.body.type]).toEqual([400, 'urn:greenhouse:problem:email.taken'])
    const bob = await as('bob')
    const theirs = { oldEmail: 'bob@example.org', newEmail: 'ann@example.org' }
    expect((await bob.call(userRoutes.changeEmail, { body: theirs })).body.type).toBe(
      'urn:greenhouse:problem:email.taken',
    )
    clock.now += 7 * DAY
    expect((await call(signInRoutes.register, { body: registration('ann') })).status).toBe(200)
  })

  test('an e-mail changed twice is restored by the first link only', async () => {
    const { app, clock, tokenIn, undo, signIn, call } = await changed()
    clock.now += MINUTE
    const { body: thief } = await signIn('anna@example.org')
    const again = { oldEmail: 'anna@example.org', newEmail: 'eve@example.org' }
    await call(userRoutes.changeEmail, { body: again, token: thief.jwt })
    await app.mail.runNow()
    const [first, second] = [tokenIn(0), tokenIn(1)]
    expect((await undo(first)).body.email).toBe('ann@example.org')
    expect((await undo(second)).status).toBe(404)
    expect((await signIn('ann@example.org')).status).toBe(200)
  })
})
