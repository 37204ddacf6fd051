import { randomUUID } from 'node:crypto'
import { channelRoutes, CHANNELS_MAX, exportRoutes, type Channel } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../../test/databases.ts'
import { startReceiver, jsonOf } from '../../../../test/receiver.ts'
import { startSmtp } from '../../../../test/smtp.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { insertNotifications } from '../outbox/notification-store.ts'

const SECRETS = [
  'tk_hidden',
  'Gtoken99',
  '123456:ABC-hidden',
  'authhidden',
  'p256hidden',
  '/hook/hidden',
  'Abc-push-hidden',
]

const ntfy = (server: string) => ({ kind: 'ntfy', server, topic: 'tomatoes', token: 'tk_hidden' })
const push = (endpoint = 'https://push.example/Abc-push-hidden') => ({
  kind: 'web-push',
  subscription: { endpoint, keys: { p256dh: 'p256hidden', auth: 'authhidden' } },
})

const add = (person: Person, target: object, more: object = {}) =>
  person.call(channelRoutes.create, { body: { name: 'Phone', target, ...more } })
const listOf = async (person: Person): Promise<Channel[]> => (await person.call(channelRoutes.list)).body
const linkIn = (text: string) => /\/api\/channels\/confirm\?token=([^\s]+)/.exec(text)?.[1] ?? ''

describe.each(databases)('channels on %s', (_name, open) => {
  test('keeps the secrets of channels out of replies and the export', async () => {
    const world = await createWorld({}, await open())
    const mia = await world.as('Mia')
    const targets = [
      ntfy('https://ntfy.example'),
      { kind: 'gotify', server: 'https://gotify.example', token: 'Gtoken99' },
      { kind: 'telegram', botToken: '123456:ABC-hidden', chatId: '-100' },
      { kind: 'webhook', url: 'https://hooks.example/hook/hidden' },
      push(),
    ]
    for (const target of targets) {
      world.clock.now += 1000
      expect((await add(mia, target)).status).toBe(200)
    }
    const shown = JSON.stringify([await listOf(mia), (await mia.call(exportRoutes.account)).body])
    for (const secret of [...SECRETS, 'whsec_']) expect(shown).not.toContain(secret)
    expect((await listOf(mia)).map(({ where }) => where)).toEqual([
      'tomatoes on ntfy.example',
      'gotify.example',
      'Chat -100',
      'hooks.example',
      'push.example',
    ])
    const stored = JSON.stringify(await world.app.context.db.selectFrom('channel').selectAll().execute())
    for (const secret of SECRETS) expect(stored).not.toContain(secret)
  })

  test('limits the channels of a user, also when they are added at once', async () => {
    const world = await createWorld({}, await open())
    const mia = await world.as('Mia')
    const all = await Promise.all(
      Array.from({ length: CHANNELS_MAX + 3 }, () => add(mia, ntfy('https://ntfy.example'))),
    )
    expect(all.filter(({ status }) => status === 409)).toHaveLength(3)
    expect(await listOf(mia)).toHaveLength(CHANNELS_MAX)
  })

  test("returns 404 for another user's channel", async () => {
    const world = await createWorld({}, await open())
    const [mia, ole] = [await world.as('Mia'), await world.as('Ole')]
    const { channelId } = (await add(mia, ntfy('https://ntfy.example'))).body
    for (const route of [channelRoutes.edit, channelRoutes.remove, channelRoutes.test, channelRoutes.deliveries]) {
      const body = route === channelRoutes.edit ? { body: { name: 'Mine' } } : {}
      expect((await ole.call(route, { params: { channelId }, ...body })).status).toBe(404)
    }
    expect(await listOf(mia)).toMatchObject([{ name: 'Phone' }])
    expect(await listOf(ole)).toEqual([])
  })

  test('refuses a channel to the server itself or a private network and names the field', async () => {
    const world = await createWorld({}, await open())
    const mia = await world.as('Mia')
    const { body } = await add(mia, ntfy('http://127.0.0.1:9'))
    expect(body.errors['target.server']).toEqual([expect.stringContaining('No connection')])
    const hook = (url: string) => add(mia, { kind: 'webhook', url })
    expect((await hook('http://[::1]/x')).body.errors['target.url']).toBeDefined()
    expect((await hook('http://192.168.1.4/x')).body.errors['target.url']).toEqual([
      expect.stringContaining('ALLOW_PRIVATE_TARGETS'),
    ])
    expect((await add(mia, push('https://169.254.169.254/x'))).body.errors['target.subscription']).toBeDefined()
  })

  test('moves the channel of a browser to its latest subscriber and keeps one for the same user', async () => {
    const world = await createWorld({}, await open())
    const [mia, ole] = [await world.as('Mia'), await world.as('Ole')]
    const first = (await add(mia, push())).body
    const again = (await add(mia, push(), { name: 'Laptop' })).body
    expect(again).toMatchObject({ channelId: first.channelId, name: 'Laptop' })
    await add(ole, push())
    expect([await listOf(mia), await listOf(ole)]).toMatchObject([[], [{ kind: 'web-push' }]])
  })

  test('keeps the key of a webhook until its address changes', async () => {
    const world = await createWorld({}, await open())
    const mia = await world.as('Mia')
    const { channelId, signingSecret } = (await add(mia, { kind: 'webhook', url: 'https://a.example/x' })).body
    expect(signingSecret).toMatch(/^whsec_/)
    const edit = async (body: object) => (await mia.call(channelRoutes.edit, { params: { channelId }, body })).body
    expect(await edit({ name: 'Door' })).not.toHaveProperty('signingSecret')
    expect(await edit({ target: { kind: 'webhook', url: 'https://a.example/x' } })).not.toHaveProperty('signingSecret')
    const changed = await edit({ target: { kind: 'webhook', url: 'https://b.example/x' } })
    expect(changed.signingSecret).toMatch(/^whsec_/)
    expect(changed.signingSecret).not.toBe(signingSecret)
  })

  test('reports a channel with an unreadable secret and fails its test with an explanation', async () => {
    const world = await createWorld({}, await open())
    const mia = await world.as('Mia')
    const { channelId } = (await add(mia, ntfy('https://ntfy.example'))).body
    await world.app.context.db.updateTable('channel').set({ sealed_target: 'of another secret' }).execute()
    expect(await listOf(mia)).toMatchObject([{ where: expect.stringContaining('can’t be read') }])
    const { status, body } = await mia.call(channelRoutes.test, { params: { channelId } })
    expect([status, body]).toMatchObject([200, { state: 'failed', answer: expect.stringContaining('can’t be read') }])
  })

  test('sends what waits once the secret of its channel is entered again', async () => {
    const service = await startReceiver(() => ({ status: 200, body: '{}' }))
    const world = await createWorld({}, await open(), undefined, { allowedTargets: ['127.0.0.1'] })
    const { deliverer, context } = world.app
    const { db, now } = context
    const mia = await world.as('Mia')
    const { channelId } = (await add(mia, ntfy(service.origin))).body
    await db.updateTable('channel').set({ sealed_target: 'of another secret' }).execute()
    const about = { what: 'reminder', severity: 'info', title: 'Water the basil', text: '', episodeId: null } as const
    const message = {
      ...about,
      notificationId: randomUUID(),
      userId: mia.userId,
      channelId,
      createdAt: now(),
      dueAt: now(),
    }
    await db.transaction().execute((tx) => insertNotifications(tx, [message]))
    await deliverer.settled()
    const deliveries = async () => (await mia.call(channelRoutes.deliveries, { params: { channelId } })).body
    expect(await deliveries()).toMatchObject([{ state: 'waiting', answer: expect.stringContaining('Enter it again.') }])
    await mia.call(channelRoutes.edit, { params: { channelId }, body: { name: 'Door' } })
    await deliverer.settled()
    expect(await deliveries()).toMatchObject([{ state: 'waiting' }])
    await mia.call(channelRoutes.edit, { params: { channelId }, body: { target: ntfy(service.origin) } })
    await deliverer.settled()
    expect(service.requests.map(jsonOf)).toMatchObject([{ title: 'Water the basil' }])
    expect(await deliveries()).toMatchObject([{ state: 'sent' }])
  })

  test('sends a test at once and logs the answer', async () => {
    const service = await startReceiver(() => ({ status: 200, body: '{}' }))
    const world = await createWorld({}, await open(), undefined, { allowedTargets: ['127.0.0.1'] })
    const mia = await world.as('Mia')
    const { channelId } = (await add(mia, ntfy(service.origin))).body
    const tested = await mia.call(channelRoutes.test, { params: { channelId } })
    expect(tested.body).toMatchObject({ state: 'sent', channelName: 'Phone', title: 'Test message' })
    expect(jsonOf(service.requests[0])).toMatchObject({ topic: 'tomatoes' })
    const log = await mia.call(channelRoutes.deliveries, { params: { channelId } })
    expect(log.body).toMatchObject([{ state: 'sent', answer: expect.stringContaining('200') }])
  })

  test('limits tests to six a minute for a channel, and thirty for a person', async () => {
    const service = await startReceiver(() => ({ status: 200, body: '{}' }))
    const world = await createWorld({}, await open(), undefined, { allowedTargets: ['127.0.0.1'] })
    const mia = await world.as('Mia')
    const channels: string[] = []
    for (let index = 0; index < 10; index++) channels.push((await add(mia, ntfy(service.origin))).body.channelId)
    const tryAll = async (ids: readonly string[]) => {
      const statuses = []
      for (const channelId of ids) statuses.push((await mia.call(channelRoutes.test, { params: { channelId } })).status)
      return statuses
    }
    const [first = ''] = channels
    expect(await tryAll(channels)).toEqual(Array(10).fill(200))
    expect(await tryAll(Array(6).fill(first))).toEqual([200, 200, 200, 200, 200, 429])
    await tryAll([...channels, ...channels])
    expect(service.requests).toHaveLength(30)
    world.clock.now += 60_000
    expect(await tryAll([first])).toEqual([200])
  })

  test('forgets that a channel answered when its target changes', async () => {
    const service = await startReceiver(() => ({ status: 200, body: '{}' }))
    const world = await createWorld({}, await open(), undefined, { allowedTargets: ['127.0.0.1'] })
    const mia = await world.as('Mia')
    const { channelId } = (await add(mia, ntfy(service.origin))).body
    const answers = async () => (await world.app.context.db.selectFrom('channel').select('answers').execute())[0]
    expect(await answers()).toEqual({ answers: null })
    await mia.call(channelRoutes.test, { params: { channelId } })
    await mia.call(channelRoutes.edit, { params: { channelId }, body: { name: 'Door' } })
    expect(await answers()).toEqual({ answers: 1 })
    await mia.call(channelRoutes.edit, { params: { channelId }, body: { target: ntfy(`${service.origin}/other`) } })
    expect(await answers()).toEqual({ answers: null })
  })

  test('sends to this machine where the operator allows the exact target', async () => {
    const service = await startReceiver(() => ({ status: 200, body: '{}' }))
    const other = await startReceiver(() => ({ status: 200, body: '{}' }))
    const allowedTargets = [{ host: '127.0.0.1', port: service.port }]
    const world = await createWorld({ allowedTargets }, await open())
    const mia = await world.as('Mia')
    const { channelId } = (await add(mia, ntfy(service.origin))).body
    expect((await mia.call(channelRoutes.test, { params: { channelId } })).body).toMatchObject({ state: 'sent' })
    const refused = await add(mia, ntfy(other.origin))
    expect(refused.body.errors['target.server']).toEqual([
      expect.stringContaining(`Ask the operator to add 127.0.0.1:${other.port} to ALLOWED_TARGETS`),
    ])
    expect([service.requests.length, other.requests.length]).toEqual([1, 0])
  })

  test('sends nothing to a mail channel before its link is confirmed', async () => {
    const { world, mia, mails } = await mailing(await open())
    const { channelId, isConfirmed } = (await add(mia, { kind: 'email', address: 'Mia@example.org' })).body
    expect(isConfirmed).toBe(false)
    expect((await mia.call(channelRoutes.test, { params: { channelId } })).status).toBe(409)
    await world.app.mail.runNow()
    expect(mails.map(({ to }) => to)).toEqual([['Mia@example.org']])
    const token = linkIn(mails[0]?.text ?? '')
    expect((await world.call(channelRoutes.confirmPage, { query: { token } })).status).toBe(200)
    expect(await listOf(mia)).toMatchObject([{ isConfirmed: false }])
    expect((await world.call(channelRoutes.confirm, { query: { token } })).status).toBe(200)
    expect(await listOf(mia)).toMatchObject([{ isConfirmed: true }])
    expect((await mia.call(channelRoutes.test, { params: { channelId } })).body).toMatchObject({ state: 'sent' })
    expect(mails.at(-1)?.to).toEqual(['Mia@example.org'])
  })

  test('requires a new confirmation when the address of a mail channel changes', async () => {
    const { world, mia, mails } = await mailing(await open())
    const { channelId } = (await add(mia, { kind: 'email', address: 'mine@example.org' })).body
    await world.app.mail.runNow()
    const token = linkIn(mails[0]?.text ?? '')
    await world.call(channelRoutes.confirm, { query: { token } })
    const target = { kind: 'email', address: 'stranger@example.org' }
    const edited = await mia.call(channelRoutes.edit, { params: { channelId }, body: { target } })
    expect(edited.body.isConfirmed).toBe(false)
    expect((await world.call(channelRoutes.confirm, { query: { token } })).status).toBe(404)
    expect(await listOf(mia)).toMatchObject([{ isConfirmed: false }])
  })

  test('limits the confirmation mails sent to strangers', async () => {
    const { world, mia, mails } = await mailing(await open())
    const ole = await world.as('Ole')
    const statuses: number[] = []
    for (const person of [mia, ole, mia, ole, mia, ole])
      statuses.push((await add(person, { kind: 'email', address: 'stranger@example.org' })).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429])
    for (let index = 0; index < 12; index++) {
      const { status } = await add(mia, { kind: 'email', address: `stranger${index}@example.org` })
      statuses.push(status)
    }
    expect(statuses.at(-1)).toBe(429)
    await world.app.mail.runNow()
    expect(mails.filter(({ to }) => to[0]?.startsWith('stranger')).length).toBeLessThanOrEqual(11)
  })

  test('stores and removes quiet hours', async () => {
    const world = await createWorld({}, await open())
    const mia = await world.as('Mia')
    const quietHours = { from: '22:00', to: '07:00', timeZone: 'Europe/Copenhagen' }
    expect((await mia.call(channelRoutes.quietHours)).body).toEqual({ quietHours: null })
    await mia.call(channelRoutes.setQuietHours, { body: { quietHours } })
    expect((await mia.call(channelRoutes.quietHours)).body).toEqual({ quietHours })
    await mia.call(channelRoutes.setQuietHours, { body: { quietHours: null } })
    expect((await mia.call(channelRoutes.quietHours)).body).toEqual({ quietHours: null })
  })
})

test('refuses a mail channel on a server without mail', async () => {
  const world = await createWorld()
  const { status, body } = await add(await world.as('Mia'), { kind: 'email', address: 'mia@example.org' })
  expect([status, body.type]).toEqual([409, expect.stringContaining('mail.not-set-up')])
})

async function mailing(database: Parameters<typeof createWorld>[1]) {
  const { mails, smtpUrl } = await startSmtp()
  const world: World = await createWorld({ smtpUrl }, database)
  const mia = await world.as('Mia')
  // The mail that confirms the address of the new account.
  await world.app.mail.runNow()
  mails.length = 0
  return { world, mia, mails }
}
