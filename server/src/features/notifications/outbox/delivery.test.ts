import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { alertRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../../test/databases.ts'
import { OK, openOutbox, type Send } from '../../../../test/outbox.ts'
import { updateSetting } from '../../settings/setting-store.ts'
import { insertNotifications } from './notification-store.ts'
import type { Message, SendResult } from '../senders/message.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DOWN: SendResult = { ok: false, answer: 'The server was not reached.' }

/** Keeps what was sent. */
function recorder(answer: (message: Message) => SendResult = () => OK) {
  const sent: Array<Message & { readonly topic: string }> = []
  const send: Send = async (topic, message) => {
    sent.push({ ...message, topic })
    return answer(message)
  }
  return { sent, send, titles: () => sent.map(({ title }) => title) }
}

describe.each(databases)('messages on %s', (_name, open) => {
  async function aPerson() {
    const outbox = await openOutbox(await open())
    const { userId } = await outbox.world.as('Mia')
    const states = async () => {
      const rows = await outbox.db.selectFrom('notification').select('state').execute()
      return rows.map(({ state }) => state).toSorted()
    }
    return { ...outbox, userId, states }
  }

  test('sends messages to the channels that accept their severity and to the channels of a rule', async () => {
    const { userId, channel, open: openOne, process } = await aPerson()
    const { sent, send } = recorder()
    const deliverer = process(send)
    const quiet = await channel(userId, 'critical only', ['critical'])
    await channel(userId, 'all')
    await openOne(userId)
    await deliverer.settled()
    expect(sent.map(({ topic }) => topic)).toEqual(['all'])
    expect(sent[0]).toMatchObject({ what: 'opened', body: expect.stringContaining('31,0 °C'.replace(' ', '\u00a0')) })
    await openOne(userId, {}, { channelIds: [quiet] })
    await deliverer.settled()
    expect(sent.map(({ topic }) => topic)).toEqual(['all', 'critical only'])
    await openOne(userId, {}, { isMuted: true })
    await deliverer.settled()
    expect(sent).toHaveLength(2)
  })

  test('writes messages in the format that their reader has chosen, and alerts of the API in the Danish one', async () => {
    const { userId, db, channel, open: openOne, process, world } = await aPerson()
    const { sent, send } = recorder()
    const deliverer = process(send)
    await channel(userId, 'phone')
    const mia = await world.as('Mia')
    for (const value of [true, false]) {
      await updateSetting(db, userId, 'browserFormat', { value, locale: 'en-US' })
      await openOne(userId)
      await deliverer.settled()
      expect((await mia.call(alertRoutes.list)).body[0].alertDesc).toContain('31,0')
    }
    expect(sent.map(({ body }) => /31.0/.exec(body)?.[0])).toEqual(['31.0', '31,0'])
  })

  test('links each message to a page of the web app', async () => {
    const { db, clock, userId, channel, open: openOne, remind, process } = await aPerson()
    const { sent, send } = recorder()
    const deliverer = process(send)
    const channelId = await channel(userId, 'phone')
    await openOne(userId)
    await remind(userId, 'Basil')
    const test = { what: 'test', severity: 'info', title: 'Test', text: '', episodeId: null } as const
    const about = { ...test, notificationId: randomUUID(), userId, channelId }
    const times = { createdAt: clock.now, dueAt: clock.now }
    await db.transaction().execute((tx) => insertNotifications(tx, [{ ...about, ...times }]))
    await deliverer.settled()
    clock.now += MINUTE
    for (let index = 0; index < 10; index++) await remind(userId, `Mint ${index}`)
    await deliverer.settled()
    expect(sent.map(({ what }) => what).toSorted()).toEqual(['digest', 'opened', 'reminder', 'test'])
    // The server never imports the web app.
    const routes = readFileSync(join(import.meta.dirname, '../../../../../web/src/app/routes.tsx'), 'utf8')
    const paths = [...routes.matchAll(/^ {2}'(\/[^']*)': screen\(/gm)].map(([, path]) => path)
    expect(paths).toContain('/profile')
    for (const { url } of sent) expect(paths).toContain(new URL(url).pathname)
  })

  test('sends the end of an episode to the channels notified of its opening', async () => {
    const { clock, userId, channel, open: openOne, close, process } = await aPerson()
    const { sent, send } = recorder()
    const deliverer = process(send)
    await channel(userId, 'first')
    const [told, untold] = [await openOne(userId), await openOne(userId, {}, { isMuted: true })]
    await channel(userId, 'later')
    clock.now += MINUTE
    await close(told)
    await close(untold)
    await deliverer.settled()
    expect(sent.map(({ topic, what }) => `${topic} ${what}`)).toEqual(['first opened', 'first closed'])
  })

  test('sends the opening before the end of an episode of one instant', async () => {
    const { userId, channel, open: openOne, close, process } = await aPerson()
    const { sent, send } = recorder()
    await channel(userId, 'phone')
    for (let index = 0; index < 2; index++) await close(await openOne(userId))
    await process(send).settled()
    expect(sent.map(({ what }) => what)).toEqual(['opened', 'opened', 'closed', 'closed'])
  })

  test('retries a failed message after 30 s, 2, 10 and 30 minutes, then hourly up to a day, with one id', async () => {
    const { clock, userId, channel, remind, process, pass, states } = await aPerson()
    const at: number[] = []
    const ids = new Set<string>()
    const began = clock.now
    await channel(userId, 'phone')
    const deliverer = process(async (_topic, { id }) => {
      ids.add(id)
      at.push(clock.now - began)
      return DOWN
    })
    await remind(userId, 'Basil')
    await deliverer.settled()
    await pass(deliverer, HOUR)
    await pass(deliverer, 25 * HOUR, 10 * MINUTE)
    const pauses = at.slice(1).map((each, index) => each - (at[index] ?? 0))
    const expected = [30_000, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR]
    for (const [index, pause] of expected.entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(pause)
      expect(pauses[index]).toBeLessThanOrEqual(pause * 1.1 + 10 * MINUTE)
    }
    expect(at.at(-1)).toBeGreaterThan(23.9 * HOUR)
    expect(at.at(-1)).toBeLessThan(25.4 * HOUR)
    expect(ids.size).toBe(1)
    expect(await states()).toEqual(['failed'])
  })

  test('delays all messages as long as the other side asks and does not retry final failures', async () => {
    const { clock, userId, channel, remind, process, pass, states } = await aPerson()
    const answers: SendResult[] = [
      { ok: false, answer: '429', retryAfterSeconds: 1200 },
      { ok: false, answer: '400', isFinal: true },
    ]
    const { sent, send } = recorder(() => answers.shift() ?? OK)
    const deliverer = process(send)
    await channel(userId, 'phone')
    await remind(userId, 'Basil')
    await deliverer.settled()
    clock.now++
    await remind(userId, 'Mint')
    await pass(deliverer, 19 * MINUTE)
    expect(sent).toHaveLength(1)
    await pass(deliverer, 4 * MINUTE)
    expect(sent.map(({ title }) => title)).toEqual(['Basil', 'Basil', 'Mint'])
    expect(await states()).toEqual(['failed', 'sent'])
  })

  test('removes the channel of a browser that ended its subscription', async () => {
    const { db, userId, channel, remind, process } = await aPerson()
    const { send } = recorder(() => ({ ok: false, answer: '410', isFinal: true, isGone: true }))
    await channel(userId, 'phone')
    await remind(userId, 'Basil')
    await process(send).settled()
    expect(await db.selectFrom('channel').selectAll().execute()).toEqual([])
  })

  test('merges a storm of messages into one list, at once when simultaneous and otherwise within a minute', async () => {
    const { clock, userId, channel, open: openOne, process, pass } = await aPerson()
    const { sent, send } = recorder()
    const deliverer = process(send)
    await channel(userId, 'phone')
    for (let index = 0; index < 40; index++, clock.now++) await openOne(userId, { deviceName: `House ${index}` })
    await deliverer.settled()
    expect(sent.map(({ what, title }) => `${what} ${title}`)).toEqual(['digest 40 messages'])
    expect(sent[0]?.body).toContain('House 0')
    expect(sent[0]?.body).toContain('… and 20 more.')
    await pass(deliverer, 2 * MINUTE)
    const began = clock.now
    for (let index = 0; index < 12; index++) {
      clock.now += 3000
      await openOne(userId, { deviceName: `Shed ${index}` })
      await deliverer.settled()
    }
    await pass(deliverer, began + 2 * MINUTE - clock.now, 1000)
    expect(sent.slice(1).map(({ what }) => what)).toEqual([...Array(5).fill('opened'), 'digest'])
    expect(sent.at(-1)?.title).toBe('7 messages')
  })

  test('drains the queue after an hour without network: attempted messages singly, the rest in a list', async () => {
    const { userId, channel, open: openOne, process, pass, states } = await aPerson()
    let isDown = true
    const tried: Message[] = []
    const deliverer = process(async (_topic, message) => {
      tried.push(message)
      return isDown ? DOWN : OK
    })
    await channel(userId, 'phone')
    for (let index = 0; index < 12; index++) {
      await openOne(userId, { deviceName: `House ${index}` })
      await pass(deliverer, 5 * MINUTE)
    }
    expect(new Set(tried.map(({ id }) => id)).size).toBe(1)
    isDown = false
    tried.length = 0
    await pass(deliverer, HOUR)
    expect(tried.map(({ title }) => title)).toEqual(['House 0', '11 messages'])
    expect(tried[0]?.body).toContain('This was 1 hour')
    expect(await states()).toEqual([...Array(11).fill('merged'), 'sent', 'sent'])
  })

  test('delays messages that are not critical until quiet hours end, also across a clock change', async () => {
    const { clock, db, userId, channel, open: openOne, process, pass } = await aPerson()
    const { sent, send } = recorder()
    const deliverer = process(send)
    await channel(userId, 'phone')
    const hours = { user_id: userId, starts: '22:00', ends: '07:00', time_zone: 'Europe/Copenhagen' }
    await db.insertInto('quiet_hours').values(hours).execute()
    // Clocks are put back in this night: 22:30 is 20:30 UTC, and 7:00 is 6:00 UTC.
    clock.now = Date.parse('2026-10-24T20:30:00Z')
    await openOne(userId)
    await openOne(userId, { severity: 'critical', deviceName: 'Freezer' })
    await deliverer.settled()
    expect(sent.map(({ title }) => title)).toEqual(['Critical: Freezer'])
    await pass(deliverer, Date.parse('2026-10-25T05:59:00Z') - clock.now, 10 * MINUTE)
    clock.now = Date.parse('2026-10-25T05:59:59Z')
    await deliverer.settled()
    expect(sent).toHaveLength(1)
    clock.now = Date.parse('2026-10-25T06:00:00Z')
    await deliverer.settled()
    expect(sent[1]).toMatchObject({ title: 'Tomato house', body: expect.stringContaining('9 hours 30 minutes ago') })
  })

  test('sends nothing to an address that is no longer confirmed', async () => {
    const { db, userId, channel, remind, process, states } = await aPerson()
    const { sent, send } = recorder()
    await channel(userId, 'phone')
    await remind(userId, 'Basil')
    await db.updateTable('channel').set({ confirmed_at: null }).execute()
    await process(send).settled()
    expect([sent, await states()]).toEqual([[], ['failed']])
  })

  test('keeps messages waiting whose channel can’t be read, without counting a try, for as long as messages are kept', async () => {
    const { clock, db, userId, channel, remind, process, pass, states } = await aPerson()
    const { sent, send } = recorder()
    const deliverer = process(send)
    const channelId = await channel(userId, 'phone')
    const { sealed_target } = await db.selectFrom('channel').select('sealed_target').executeTakeFirstOrThrow()
    const reseal = (text: string) =>
      db.updateTable('channel').set({ sealed_target: text }).where('id', '=', channelId).execute()
    await reseal('of another secret')
    await remind(userId, 'Basil')
    await deliverer.settled()
    await pass(deliverer, 48 * HOUR, HOUR)
    const row = await db.selectFrom('notification').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'waiting', attempts: 0, answer: expect.stringContaining('Enter it again.') })
    await reseal(sealed_target)
    await pass(deliverer, HOUR, HOUR)
    expect(sent.map(({ title }) => title)).toEqual(['Basil'])
    await reseal('of another secret')
    await remind(userId, 'Mint')
    await deliverer.settled()
    clock.now += 31 * 24 * HOUR
    await deliverer.settled()
    expect(await states()).not.toContain('waiting')
    expect(sent).toHaveLength(1)
  })

  test('delivers to one user while 20 channels of another hang', async () => {
    const { userId, world, channel, remind, process } = await aPerson()
    const { userId: other } = await world.as('Ole')
    for (let index = 0; index < 20; index++) await channel(userId, 'hangs')
    await channel(other, 'works')
    const works = Promise.withResolvers<void>()
    let hanging = 0
    const deliverer = process((topic, _message, signal) => {
      if (topic === 'works') {
        works.resolve()
        return Promise.resolve(OK)
      }
      hanging++
      return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(DOWN)))
    })
    await remind(userId, 'Basil')
    await deliverer.runNow()
    await remind(other, 'Mint')
    deliverer.wake()
    // Nobody else ends while this one comes: two of the other person's are being sent, and eighteen wait.
    await works.promise
    await expect.poll(() => hanging).toBe(2)
    await deliverer.close()
  })
})
