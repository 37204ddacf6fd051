import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { startSmtp } from '../../../test/smtp.ts'
import { createWorld } from '../../../test/world.ts'
import { openSharedClock } from '../../platform/db/shared-clock.ts'
import type { Db } from '../../platform/db/schema.ts'
import { openLog } from '../../platform/log.ts'
import type { MailTransport } from '../../platform/mail/transport.ts'
import { openMailSender } from './mail-sender.ts'
import { claimMail, insertMail } from './mail-store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(databases)('mail on %s', (_name, open) => {
  async function sending() {
    const lines: string[] = []
    const log = openLog('warn', new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) }))
    const smtp = await startSmtp()
    const { app, clock } = await createWorld({ smtpUrl: smtp.smtpUrl }, await open(), log)
    const write = (expiresAt?: number) =>
      app.context.db.transaction().execute((tx) =>
        app.mail.enqueue(tx, {
          to: 'ann@example.org',
          subject: 'Hello',
          text: 'Hello',
          ...(expiresAt === undefined ? {} : { expiresAt }),
        }),
      )
    const events = () => lines.map((line) => JSON.parse(line) as { event: string })
    const waiting = () => app.context.db.selectFrom('mail').select('attempts').execute()
    return { ...smtp, app, clock, write, events, waiting }
  }

  test('sends a mail a day after the mail server failed', async () => {
    const { app, clock, state, mails, write } = await sending()
    state.refuses = true
    await write()
    for (let hour = 0; hour < 24; hour++) {
      await app.mail.runNow()
      clock.now += HOUR
    }
    expect(mails).toEqual([])
    state.refuses = false
    clock.now += 8 * HOUR
    await app.mail.runNow()
    expect(mails).toHaveLength(1)
  })

  test('waits no longer than usual when the clock is set back by a year', async () => {
    const { app, clock, mails, write } = await sending()
    await write()
    clock.now -= 365 * 24 * HOUR
    await app.mail.runNow()
    expect(mails).toHaveLength(1)
  })

  test('gives up an undeliverable mail after days, with a log line and a count in the metrics', async () => {
    const { app, clock, state, write, events, waiting } = await sending()
    state.refuses = true
    await write()
    await app.mail.runNow()
    expect(events()).toEqual([expect.objectContaining({ event: 'mail.not-sent', attempts: 1 })])
    expect(app.mail.counts).toMatchObject({ failed: 1, givenUp: 0, waiting: 1 })
    for (let day = 0; day < 30; day++) {
      clock.now += 8 * HOUR
      await app.mail.runNow()
    }
    expect(events().at(-1)).toMatchObject({ event: 'mail.given-up', count: 1, reason: expect.stringContaining('busy') })
    const { body } = await app.http.fastify.inject('/metrics')
    expect(body).toMatch(/^mail_given_up_total 1$/m)
    expect(body).toMatch(/^mail_waiting 0$/m)
    expect(await waiting()).toEqual([])
  })

  test('sends no mail whose link has expired', async () => {
    const { app, clock, state, mails, write, events, waiting } = await sending()
    state.refuses = true
    await write(clock.now + 15 * MINUTE)
    await app.mail.runNow()
    state.refuses = false
    clock.now += 16 * MINUTE
    await app.mail.runNow()
    expect([mails, await waiting()]).toEqual([[], []])
    expect(events().at(-1)).toMatchObject({ event: 'mail.given-up', reason: 'The link in it has expired.' })
  })
})

describe.each(databases)('mail of processes whose clocks differ by an hour on %s', (_name, open) => {
  async function process(db: Db, byMs: number, send: MailTransport['send']) {
    const wall = () => Date.now() + byMs
    const log = openLog('silent')
    const { now } = await openSharedClock({ db, log, now: wall, wall })
    const transport = { send, close: () => {} }
    return openMailSender({ db, log, now, newId: randomUUID, addressOf: (path) => path }, transport)
  }
  const mail = { to: 'ann@example.org', subject: 'Hello', text: 'Hello' }

  test.each([
    [HOUR, 'first'],
    [HOUR, 'second'],
    [-HOUR, 'first'],
    [-HOUR, 'second'],
  ] as const)(
    'sends a mail once and at once when the second process is %i ms ahead and the %s has queued it',
    async (byMs, by) => {
      const { db } = await open()
      const sent: string[] = []
      const [began, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const first = await process(db, 0, async () => {
        sent.push('first')
        began.resolve()
        await answer.promise
        return ''
      })
      const second = await process(db, byMs, async () => String(sent.push('second')))
      const queueing = by === 'first' ? first : second
      await db.transaction().execute((tx) => queueing.enqueue(tx, mail))
      let running: Promise<unknown>
      // The clocks agree within a second, so it may become due a moment later here.
      do await Promise.race([began.promise, (running = first.runNow())])
      while (sent.length === 0)
      await second.runNow()
      answer.resolve()
      await running
      expect(sent).toEqual(['first'])
    },
  )
})

// The other databases have one connection for writing.
describe.each(databases.filter(([name]) => name === 'PostgreSQL'))('mail of two processes on %s', (_name, open) => {
  test('lets a second process claim the next mail without waiting for the first', async () => {
    const { db } = await open()
    const mail = { to: 'ann@example.org', subject: 'Hello', text: 'Hello' }
    for (const id of ['a', 'b']) await db.transaction().execute((tx) => insertMail(tx, mail, { id, now: 1 }))
    const times = { now: 2, until: 1000 }
    const claimed = await db
      .transaction()
      .execute(async (tx) => [
        await claimMail(tx, times),
        await db.transaction().execute((other) => claimMail(other, times)),
      ])
    expect(new Set(claimed.map((one) => one?.id))).toEqual(new Set(['a', 'b']))
  })
})
