import { describe, expect, test } from 'vitest'
import { PATIENT } from '../../../../../testing/test-run.ts'
import { databases } from '../../../../test/databases.ts'
import { OK, openOutbox } from '../../../../test/outbox.ts'
import { CLAIM_MS } from './claim-store.ts'
import type { SendResult } from '../senders/message.ts'

const HOUR_MS = 3_600_000
const HANGS = new Promise<SendResult>(() => {})

describe.each(databases)('claims of messages on %s', (_name, open) => {
  test('sends a message again within five seconds of the kill of its process', async () => {
    const { clock, channel, remind, process, world } = await openOutbox(await open())
    const { userId } = await world.as('Mia')
    await channel(userId, 'phone')
    await remind(userId, 'Basil')
    const ids: string[] = []
    const killed = process((_topic, { id }) => {
      ids.push(id)
      return HANGS
    })
    await killed.runNow()
    await expect.poll(() => ids.length, PATIENT).toBe(1)
    const other = process(async (_topic, { id }) => {
      ids.push(id)
      return OK
    })
    clock.now += CLAIM_MS - 1
    await other.settled()
    expect(ids).toHaveLength(1)
    clock.now += 1
    await other.settled()
    expect(ids).toEqual([ids[0], ids[0]])
    expect(CLAIM_MS).toBeLessThan(5000)
  })

  test('renews a claim while its message is being sent', async () => {
    const { clock, db, channel, remind, process, world } = await openOutbox(await open())
    const { userId } = await world.as('Mia')
    await channel(userId, 'phone')
    await remind(userId, 'Basil')
    const sent: string[] = []
    const answer = Promise.withResolvers<SendResult>()
    const slow = process(
      (_topic, { title }) => {
        sent.push(title)
        return answer.promise
      },
      { renewEveryMs: 1 },
    )
    await slow.runNow()
    const other = process(async (_topic, { title }) => {
      sent.push(title)
      return OK
    })
    const claimedUntil = async () =>
      (await db.selectFrom('notification').select('claimed_until').executeTakeFirstOrThrow()).claimed_until
    for (let index = 0; index < 3; index++) {
      clock.now += CLAIM_MS - 1
      await expect.poll(claimedUntil, PATIENT).toBe(clock.now + CLAIM_MS)
      await other.settled()
    }
    answer.resolve(OK)
    await slow.settled()
    await other.settled()
    expect(sent).toEqual(['Basil'])
    expect(await claimedUntil()).toBeNull()
  })

  test('ends claims by the clock of the database, though that of a process is an hour ahead', async () => {
    const { channel, remind, process, world } = await openOutbox(await open())
    const { userId } = await world.as('Mia')
    await channel(userId, 'phone')
    await remind(userId, 'Basil')
    const sent: string[] = []
    const answer = Promise.withResolvers<SendResult>()
    const slow = process((_topic, { title }) => {
      sent.push(title)
      return answer.promise
    })
    await slow.runNow()
    await expect.poll(() => sent, PATIENT).toEqual(['Basil'])
    const ahead = process(
      async (_topic, { title }) => {
        sent.push(`${title} again`)
        return OK
      },
      { aheadMs: HOUR_MS },
    )
    await ahead.settled()
    answer.resolve(OK)
    await slow.settled()
    expect(sent).toEqual(['Basil'])
  })
})
