import { describe, expect, test } from 'vitest'
import { databases } from '../../../../test/databases.ts'
import { OK, openOutbox, type Send } from '../../../../test/outbox.ts'
import { openClaimer } from './claim-store.ts'
import { claim, endTry, listDue, type StoredNotification } from './notification-store.ts'
import type { SendResult } from '../senders/message.ts'
import { seededRandom } from '../../../../../testing/random.ts'
import { seeds } from '../../../../../testing/test-run.ts'

const MINUTE = 60_000
const HANGS = new Promise<SendResult>(() => {})

describe.each(databases)('two processes on %s', (_name, open) => {
  test.each(seeds(3))(
    'loses no message and never sends two to one channel at once while processes are killed (%d)',
    async (seed) => {
      const { clock, db, world, channel, remind, process } = await openOutbox(await open())
      const { userId } = await world.as('Mia')
      const topics = ['a', 'b', 'c']
      for (const topic of topics) await channel(userId, topic)
      const random = seededRandom(seed)
      /** Messages being sent by living processes. */
      const underway = new Map<string, string>()
      const [faults, arrived, maybe] = [[] as string[], new Map<string, number>(), new Set<string>()]

      /** Starts a process. Once it is killed, nothing that it does comes to an end. */
      function start() {
        let isKilled = false
        const { promise: killed, resolve: noteKilled } = Promise.withResolvers<void>()
        const send: Send = async (topic, { id, what }) => {
          if (isKilled) return HANGS
          if (underway.has(topic)) faults.push(`${topic} gets ${id} during ${underway.get(topic)}`)
          underway.set(topic, id)
          await new Promise((resolve) => setTimeout(resolve, random() * 3))
          underway.delete(topic)
          if (isKilled || random() < 0.15) {
            // Killed before or after the message arrived.
            isKilled = true
            noteKilled()
            maybe.add(id)
            return HANGS
          }
          if (random() < 0.1) return { ok: false, answer: 'Busy' }
          arrived.set(id, (arrived.get(id) ?? 0) + 1)
          if (what === 'test') faults.push('nobody asked for a test')
          return OK
        }
        const deliverer = process(send)
        return { deliverer, isKilled: () => isKilled, killed }
      }

      /**
       * Waits until no living process is sending: on a slow machine a claim would otherwise expire before its attempt
       * ends.
       */
      const rest = async () => {
        await Promise.all(processes.map(({ deliverer, killed }) => Promise.race([deliverer.settled(), killed])))
        while (underway.size > 0) await new Promise((resolve) => setTimeout(resolve, 1))
      }

      const processes = [start(), start()]
      for (let round = 0; round < 60; round++) {
        clock.now += 20_000
        if (round < 20) await remind(userId, `Plant ${round}`)
        await rest()
        for (const [index, one] of processes.entries()) if (one.isKilled()) processes[index] = start()
      }
      // The last ones are not killed any more.
      for (let round = 0; round < 40; round++) {
        clock.now += 5 * MINUTE
        for (const [index, one] of processes.entries()) if (one.isKilled()) processes[index] = start()
        await rest()
      }
      const rows = await db.selectFrom('notification').select(['id', 'what', 'state']).execute()
      expect(faults).toEqual([])
      expect(rows.filter(({ what }) => what === 'reminder')).toHaveLength(20 * topics.length)
      expect(rows.filter(({ state }) => !['sent', 'merged'].includes(state))).toEqual([])
      const sent = rows.filter(({ state }) => state === 'sent').map(({ id }) => id)
      expect(sent.filter((id) => !arrived.has(id))).toEqual([])
      expect([...arrived].filter(([, times]) => times > 1)).toEqual([])
      expect(maybe.size).toBeGreaterThan(0)
    },
    60_000,
  )

  test('sends to two channels of a user at once across processes, and to the others afterwards', async () => {
    const { clock, world, channel, remind, process } = await openOutbox(await open())
    const { userId } = await world.as('Mia')
    for (const topic of ['a', 'b', 'c', 'd']) await channel(userId, topic)
    await remind(userId, 'Basil')
    const underway = new Set<string>()
    let most = 0
    const answers: Array<() => void> = []
    const send: Send = async (topic) => {
      underway.add(topic)
      most = Math.max(most, underway.size)
      await new Promise<void>((resolve) => answers.push(resolve))
      underway.delete(topic)
      return OK
    }
    const processes = [process(send), process(send)]
    const look = async () => {
      clock.now++
      await Promise.all(processes.map((each) => each.runNow()))
      return underway.size
    }
    for (let pair = 0; pair < 2; pair++) {
      await expect.poll(look).toBe(2)
      await look()
      for (const answer of answers.splice(0)) answer()
    }
    await Promise.all(processes.map((each) => each.settled()))
    expect(most).toBe(2)
  })

  test('claims neither a second message of a channel nor one that another process has tried since', async () => {
    const { clock, db, world, channel, remind } = await openOutbox(await open())
    const { userId } = await world.as('Mia')
    const channelId = await channel(userId, 'phone')
    await remind(userId, 'Basil')
    clock.now++
    await remind(userId, 'Mint')
    const [first, second] = await listDue(db, channelId, clock.now, 10)
    const claims = (one: StoredNotification | undefined) =>
      db.transaction().execute((tx) => claim(tx, one!, openClaimer(db, 'one'), clock.now))
    expect([await claims(first), await claims(first), await claims(second)]).toEqual([true, false, false])
    const ending = {
      state: 'waiting' as const,
      title: 'Basil',
      answer: 'Busy',
      at: clock.now,
      dueAt: clock.now + MINUTE,
    }
    await endTry(db, first!, ending)
    expect([await claims(first), await claims({ ...first!, attempts: 1 })]).toEqual([false, true])
  })

  test('ignores the late result of an expired claim and sends the message again with its id', async () => {
    const { clock, db, world, channel, remind, process } = await openOutbox(await open())
    const { userId } = await world.as('Mia')
    await channel(userId, 'phone')
    await remind(userId, 'Basil')
    const ids: string[] = []
    const late = Promise.withResolvers<SendResult>()
    const slow = process((_topic, { id }) => {
      ids.push(id)
      return late.promise
    })
    await slow.runNow()
    await expect.poll(() => ids.length).toBe(1)
    clock.now += 2 * MINUTE
    const quick = process(async (_topic, { id }) => {
      ids.push(id)
      return OK
    })
    await quick.settled()
    late.resolve({ ok: false, answer: 'Too late' })
    await slow.settled()
    expect(new Set(ids).size).toBe(1)
    expect(ids).toHaveLength(2)
    const rows = await db.selectFrom('notification').select(['state', 'answer']).execute()
    expect(rows).toEqual([{ state: 'sent', answer: '200 OK' }])
  })

  test('repeats an episode once per interval across processes until it is acknowledged', async () => {
    const { clock, db, world, channel, open: openOne, process, pass } = await openOutbox(await open())
    const { userId } = await world.as('Mia')
    await channel(userId, 'phone')
    const rule = await db.selectFrom('rule').select('id').where('household_id', '=', userId).executeTakeFirstOrThrow()
    await db.updateTable('rule').set({ repeat_minutes: 10 }).where('id', '=', rule.id).execute()
    const sent: string[] = []
    const send: Send = async (_topic, { what }) => {
      sent.push(what)
      return OK
    }
    const processes = [process(send), process(send)]
    const episode = await openOne(userId, { ruleId: rule.id })
    for (let minute = 0; minute < 21; minute++) {
      clock.now += MINUTE
      await Promise.all(processes.map((each) => each.settled()))
    }
    await Promise.all(processes.map((each) => each.settled()))
    expect(sent).toEqual(['opened', 'repeated', 'repeated'])
    // A queued repetition is not sent when the episode is acknowledged first.
    const down = process(async () => ({ ok: false, answer: 'Down' }))
    await pass(down, 11 * MINUTE, MINUTE)
    const change = { acknowledged_at: clock.now, acknowledged_by: 'Mia' }
    await db.updateTable('episode').set(change).where('id', '=', episode.episodeId).execute()
    for (let minute = 0; minute < 90; minute += 5) {
      clock.now += 5 * MINUTE
      await Promise.all(processes.map((each) => each.settled()))
    }
    expect(sent).toEqual(['opened', 'repeated', 'repeated'])
    const waiting = await db.selectFrom('notification').select('id').where('state', '=', 'waiting').execute()
    expect(waiting).toEqual([])
  })

  test('repeats nothing in quiet hours and once after them', async () => {
    const { clock, db, world, channel, open: openOne, process } = await openOutbox(await open())
    const mia = await world.as('Mia')
    const { userId } = mia
    await world.aDevice(mia)
    await channel(userId, 'phone')
    await db.updateTable('rule').set({ repeat_minutes: 10 }).execute()
    const { id } = await db.selectFrom('rule').select('id').executeTakeFirstOrThrow()
    const hours = { user_id: userId, starts: '22:00', ends: '07:00', time_zone: 'UTC' }
    await db.insertInto('quiet_hours').values(hours).execute()
    clock.now = Date.parse('2026-11-20T22:30:00Z')
    const sent: string[] = []
    const deliverer = process(async (_topic, { what, title }) => {
      sent.push(`${what} ${title}`)
      return OK
    })
    await openOne(userId, { ruleId: id })
    while (clock.now < Date.parse('2026-11-21T07:00:00Z')) {
      clock.now += 5 * MINUTE
      await deliverer.settled()
    }
    expect(sent).toEqual(['opened Tomato house'])
  })
})
