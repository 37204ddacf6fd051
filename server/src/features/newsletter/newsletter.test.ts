import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newsletterRoutes, userRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../../../../testing/growers.ts'
import { openLog } from '../../platform/log.ts'
import type { OpenDatabase } from '../../platform/db/open.ts'
import { databases } from '../../../test/databases.ts'
import { startSmtp } from '../../../test/smtp.ts'
import { createWorld, testConfig, type World } from '../../../test/world.ts'
import { updateRole } from '../users/user-store.ts'

const MINUTE = 60_000

const linkIn = (text: string, path: string) =>
  new RegExp(`http://[^\\s>]*${path}\\?token=[\\w.-]+`).exec(text)?.[0] ?? ''
const pathOf = (link: string) => link.replace(/^http:\/\/[^/]+/, '')

async function postForm({ app }: World, path: string) {
  return app.http.fastify.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
}

describe.each(databases)('the newsletter on %s', (_name, open) => {
  async function newsletter() {
    const smtp = await startSmtp()
    const world = await createWorld({ smtpUrl: smtp.smtpUrl }, await open())
    const subscribe = async (email: string) => {
      const { status } = await world.call(newsletterRoutes.subscribe, { body: { email } })
      await world.app.mail.runNow()
      return status
    }
    const confirmed = async (email: string) => {
      await subscribe(email)
      const text = smtp.mails.findLast(({ to }) => to.includes(email))?.text ?? ''
      await postForm(world, pathOf(linkIn(text, newsletterRoutes.confirmPage.path)))
    }
    return { ...world, world, ...smtp, subscribe, confirmed }
  }

  test('mails a confirmation link, whose page acts only by its button', async () => {
    const { app, world, mails, request, subscribe } = await newsletter()
    expect(await subscribe('Ann@Example.org')).toBe(204)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.to).toEqual(['Ann@example.org'])
    const path = pathOf(linkIn(mails[0]?.text ?? '', newsletterRoutes.confirmPage.path))
    const page = await request('GET', path)
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const confirmedAt = async () =>
      (await app.context.db.selectFrom('subscriber').select('confirmed_at').executeTakeFirstOrThrow()).confirmed_at
    expect(await confirmedAt()).toBeNull()
    expect((await postForm(world, path)).statusCode).toBe(200)
    expect(await confirmedAt()).not.toBeNull()
  })

  test('replies alike for any address, and fills nobody’s mailbox', async () => {
    const { clock, mails, call, subscribe, confirmed } = await newsletter()
    await confirmed('ann@example.org')
    expect(await subscribe('ann@example.org')).toBe(204)
    expect(await subscribe('ANN@example.org')).toBe(204)
    expect(mails).toHaveLength(1)
    expect((await call(newsletterRoutes.unsubscribe, { body: { email: 'bob@example.org' } })).status).toBe(204)
    expect(mails).toHaveLength(1)
    clock.now += 61 * MINUTE
    expect(await subscribe('bob@example.org')).toBe(204)
    expect(await subscribe('bob@example.org')).toBe(204)
    expect(mails).toHaveLength(2)
  })

  test('lets only an admin send to confirmed subscribers, with a one-click unsubscribe link', async () => {
    const { app, world, as, mails, request, subscribe, confirmed } = await newsletter()
    await confirmed('ann@example.org')
    await subscribe('unconfirmed@example.org')
    const grower = await as('grower')
    await app.mail.runNow()
    mails.length = 0
    const notes = { subject: 'November', message: 'Prune the vines.\nSweep the leaves.' }
    expect((await grower.call(newsletterRoutes.send, { body: notes })).status).toBe(403)
    await updateRole(app.context.db, 'grower@example.org', 'admin')
    expect((await grower.call(newsletterRoutes.send, { body: notes })).status).toBe(204)
    await app.mail.runNow()
    expect(mails.map(({ to }) => to)).toEqual([['ann@example.org']])
    const text = mails[0]?.text ?? ''
    expect(text).toContain('Subject: November')
    expect(text).toContain('Prune the vines.')
    expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const path = pathOf(linkIn(text, newsletterRoutes.unsubscribePage.path))
    expect((await request('GET', path)).status).toBe(200)
    expect(
      await app.context.db.selectFrom('subscriber').select('id').where('email_key', '=', 'ann@example.org').execute(),
    ).toHaveLength(1)
    expect((await postForm(world, path)).statusCode).toBe(200)
    expect(
      await app.context.db.selectFrom('subscriber').select('id').where('email_key', '=', 'ann@example.org').execute(),
    ).toEqual([])
    expect((await postForm(world, `${path}x`)).statusCode).toBe(404)
  })

  test('expires links after a week (confirmation) and a good year (unsubscription)', async () => {
    const { clock, world, mails, subscribe, confirmed } = await newsletter()
    await subscribe('ann@example.org')
    const confirm = pathOf(linkIn(mails.at(-1)?.text ?? '', newsletterRoutes.confirmPage.path))
    clock.now += 8 * 24 * 60 * MINUTE
    const late = await postForm(world, confirm)
    expect([late.statusCode, late.json().type]).toEqual([404, 'urn:greenhouse:problem:link.not-found'])
    await confirmed('ann@example.org')
    await world.call(newsletterRoutes.unsubscribe, { body: { email: 'ann@example.org' } })
    clock.now += 11 * MINUTE
    await world.call(newsletterRoutes.unsubscribe, { body: { email: 'ann@example.org' } })
    await world.app.mail.runNow()
    const unsubscribe = pathOf(linkIn(mails.at(-1)?.text ?? '', newsletterRoutes.unsubscribePage.path))
    clock.now += 360 * 24 * 60 * MINUTE
    expect((await world.request('GET', unsubscribe)).status).toBe(200)
    clock.now += 60 * 24 * 60 * MINUTE
    expect((await postForm(world, unsubscribe)).statusCode).toBe(404)
  })

  test('survives a mail server that refuses', async () => {
    const { app, clock, mails, state, call } = await newsletter()
    state.refuses = true
    await call(newsletterRoutes.subscribe, { body: { email: 'ann@example.org' } })
    await app.mail.runNow()
    expect(mails).toEqual([])
    expect(await app.context.db.selectFrom('mail').select('attempts').execute()).toEqual([{ attempts: 1 }])
    state.refuses = false
    await app.mail.runNow()
    expect(mails).toEqual([])
    clock.now += 2 * MINUTE
    // Two runs as in two processes: the mail is sent once.
    await Promise.all([app.mail.runNow(), app.mail.runNow()])
    expect(mails).toHaveLength(1)
    expect(await app.context.db.selectFrom('mail').select('id').execute()).toEqual([])
  })

  test.each([
    ['subscribe', { email: 'a@b.org\r\nBcc: all@example.org' }],
    ['subscribe', { email: 'a@b.org, c@d.org' }],
    ['subscribe', { email: '' }],
    ['send', { subject: 'Hello\r\nBcc: all@example.org', message: 'x' }],
    ['send', { subject: 'x', message: '' }],
  ] as const)('refuses to %s with %j', async (name, body) => {
    const { app, as, mails } = await newsletter()
    const admin = await as('admin')
    await updateRole(app.context.db, 'admin@example.org', 'admin')
    await app.mail.runNow()
    mails.length = 0
    expect((await admin.call(newsletterRoutes[name], { body })).status).toBe(400)
    await app.mail.runNow()
    expect(mails).toEqual([])
  })
})

test('sends a waiting mail after a restart', async () => {
  const { smtpUrl, mails, state } = await startSmtp()
  const { dataDir } = testConfig()
  const first = await createWorld({ dataDir, smtpUrl })
  state.refuses = true
  await first.call(newsletterRoutes.subscribe, { body: { email: 'ann@example.org' } })
  await first.app.mail.runNow()
  await first.app.close()
  state.refuses = false
  const second = await createWorld({ dataDir, smtpUrl })
  second.clock.now += 2 * MINUTE
  await second.app.mail.runNow()
  expect(mails.map(({ to }) => to)).toEqual([['ann@example.org']])
})

test('writes each mail without a mail server to a file that only this user can read', async () => {
  const { dataDir } = testConfig()
  const { app, as } = await createWorld({ dataDir })
  const ann = await as('ann')
  const change = { oldEmail: 'ann@example.org', newEmail: 'new@example.org', password: PASSWORD }
  await ann.call(userRoutes.changeEmail, { body: change })
  await app.mail.runNow()
  const [file = ''] = readdirSync(join(dataDir, 'mail'))
  expect(file).toMatch(/\.eml$/)
  const text = readFileSync(join(dataDir, 'mail', file), 'utf8')
  expect(text).toContain('To: ann@example.org')
  expect(text).toContain('Subject: The email of your account was changed')
})

describe.each(databases)('subscriptions on a server without mail on %s', (_name, open) => {
  /** A server without mail, whose subscribers come from many networks, and which can get a mail server later. */
  async function withoutMail(count: number) {
    const database = await open()
    const kept: OpenDatabase = { ...database, close: async () => {} }
    const world = await createWorld({ trustProxy: ['127.0.0.1'] }, kept)
    const statuses = new Set<number>()
    for (let index = 0; index < count; index++) {
      const { statusCode, body } = await world.app.http.fastify.inject({
        method: 'POST',
        url: newsletterRoutes.subscribe.path,
        headers: { 'x-forwarded-for': `198.51.${index}.1` },
        payload: { email: `ann${index}@example.org` },
      })
      statuses.add(body === '' ? statusCode : -1)
    }
    const smtp = await startSmtp()
    const later = async () => {
      const next = await createWorld({ smtpUrl: smtp.smtpUrl }, kept)
      next.clock.now = world.clock.now
      const send = async () => {
        await next.app.owedMails.runNow()
        await next.app.mail.runNow()
      }
      return { ...next, send }
    }
    return { ...world, ...smtp, statuses, later }
  }

  test('confirms subscriptions made without mail once it is set up, a few at a time and each once', async () => {
    const { app, mails, statuses, later } = await withoutMail(12)
    expect([...statuses]).toEqual([204])
    expect(await app.context.db.selectFrom('mail').selectAll().execute()).toEqual([])
    const { send } = await later()
    await send()
    expect(mails.map(({ to }) => to[0])).toEqual(Array.from({ length: 10 }, (_, index) => `ann${index}@example.org`))
    await send()
    await send()
    expect(mails).toHaveLength(12)
    expect(mails[11]?.text).toContain('Subject: Please confirm: monthly growing notes')
  })

  test('removes subscriptions made without mail after 30 days, without a mail', async () => {
    const { app, clock, mails, later } = await withoutMail(1)
    clock.now += 30 * 24 * 60 * MINUTE + 1
    const { send } = await later()
    await send()
    expect(mails).toEqual([])
    await app.retention.runNow()
    expect(await app.context.db.selectFrom('subscriber').select('id').execute()).toEqual([])
  })

  test('ends an unconfirmed subscription at once on request, and a confirmed one by a link that is mailed later', async () => {
    const { app, call, mails, later } = await withoutMail(2)
    await app.context.db
      .updateTable('subscriber')
      .set({ confirmed_at: 1, mailed_at: 1 })
      .where('email', '=', 'ann1@example.org')
      .execute()
    for (const email of ['ann0@example.org', 'ann1@example.org', 'nobody@example.org'])
      expect((await call(newsletterRoutes.unsubscribe, { body: { email } })).status).toBe(204)
    expect(await app.context.db.selectFrom('subscriber').select('email').execute()).toEqual([
      { email: 'ann1@example.org' },
    ])
    const { send } = await later()
    await send()
    expect(mails.map(({ to }) => to)).toEqual([['ann1@example.org']])
    expect(mails[0]?.text).toContain('Subject: Unsubscribe from the growing notes')
  })
})

test('logs at the start how many subscriptions wait for a mail server', async () => {
  const lines: Array<{ event?: string; count?: number }> = []
  const log = openLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const world = await createWorld({}, undefined, log)
  await world.call(newsletterRoutes.subscribe, { body: { email: 'ann@example.org' } })
  await world.app.listen()
  expect(lines.filter(({ event }) => event === 'newsletter.waiting')).toMatchObject([{ count: 1 }])
})

test('slows down strangers who subscribe many addresses', async () => {
  const { smtpUrl } = await startSmtp()
  const { call } = await createWorld({ smtpUrl })
  const statuses = []
  for (let index = 0; index < 8; index++)
    statuses.push((await call(newsletterRoutes.subscribe, { body: { email: `a${index}@example.org` } })).status)
  expect(statuses.at(-1)).toBe(429)
})
