import { expect, test } from 'vitest'
import type { BoardOwner } from '../features/boards/board-owner.ts'
import { costOfMessage, roughBytes } from './message-cost.ts'
import { MessageRateLimits } from './message-rate-limits.ts'

const sender = (householdId: string, id: string): BoardOwner => ({ householdId, source: { kind: 'broker', id } })

function someLimits(deviceReadingsPerSecond = 100) {
  const clock = { now: 0 }
  return { clock, rateLimits: new MessageRateLimits({ deviceReadingsPerSecond }, () => clock.now) }
}

test('a sender that has spent its burst waits, and other senders of the person do not', () => {
  const { clock, rateLimits } = someLimits()
  rateLimits.charge(sender('ann', 'one'), 5099)
  expect(rateLimits.waitMs(sender('ann', 'one'))).toBe(990)
  expect(rateLimits.waitMs(sender('ann', 'two'))).toBe(0)
  clock.now = 1000
  expect(rateLimits.waitMs(sender('ann', 'one'))).toBe(0)
})

test('delays all senders of a person whose limit is used up, and no others', () => {
  const { rateLimits } = someLimits()
  for (let count = 0; count < 13; count++) rateLimits.charge(sender('ann', `broker-${count}`), 4000)
  expect(rateLimits.waitMs(sender('ann', 'broker-13'))).toBe(2000)
  expect(rateLimits.waitMs(sender('bob', 'broker-14'))).toBe(0)
})

test('delays nobody without a limit', () => {
  const { rateLimits } = someLimits(0)
  rateLimits.charge(sender('ann', 'one'), 1_000_000)
  expect(rateLimits.waitMs(sender('ann', 'one'))).toBe(0)
})

test.each([
  ['nothing', { readings: 0, bytes: 0 }, 1],
  ['an ordinary reading', { readings: 1, bytes: 170 }, 1],
  ['a list of ordinary readings', { readings: 1000, bytes: 170_000 }, 1000],
  ['one reading with many names', { readings: 1, bytes: 1_000_000 }, 5000],
])('%s costs as much as its readings or its bytes', (_what, message, cost) => {
  expect(costOfMessage(message)).toBe(cost)
})

test('the length of parsed JSON is estimated by its fields and texts, nested ones included', () => {
  expect(roughBytes([{ temperature: 21, note: 'dry', inner: { a: 1, b: [1, 2] } }])).toBe(8 * 15 + 3)
})
