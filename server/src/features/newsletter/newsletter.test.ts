import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newsletterRoutes, userRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../../../../testing/growers.ts'
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

  test('begins with a mail to confirm, whose link shows a page and acts only by its button', async () => {
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

  test('replies alike whether an address is on the list or not, and fills nobody’s mailbox', async () => {
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

  test('goes to those who have confirmed, from an admin alone, with a way out by one click', async () => {
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

  test('has links that end: a week to confirm, a good year to unsubscribe', async () => {
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
    // Two at once, as two processes would: it is sent once.
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
  ] as const)('%s with %j goes nowhere', async (name, body) => {
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

test('a mail that waits is sent after a restart', async () => {
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

test('without a mail server each mail is a file that only this user can read', async () => {
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

test('without a mail server nobody can subscribe, and no address is kept', async () => {
  const { app, call } = await createWorld()
  const { status, body } = await call(newsletterRoutes.subscribe, { body: { email: 'ann@example.org' } })
  expect([status, body.title]).toEqual([409, 'This server sends no mail, so it has no newsletter.'])
  expect((await call(newsletterRoutes.unsubscribe, { body: { email: 'ann@example.org' } })).status).toBe(409)
  expect(await app.context.db.selectFrom('subscriber').selectAll().execute()).toEqual([])
})

test('strangers who subscribe many addresses are slowed down', async () => {
  const { smtpUrl } = await startSmtp()
  const { call } = await createWorld({ smtpUrl })
  const statuses = []
  for (let index = 0; index < 8; index++)
    statuses.push((await call(newsletterRoutes.subscribe, { body: { email: `a${index}@example.org` } })).status)
  expect(statuses.at(-1)).toBe(429)
})
