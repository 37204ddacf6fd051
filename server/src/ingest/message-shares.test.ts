import { expect, test } from 'vitest'
import type { BoardOwner } from '../features/boards/board-owner.ts'
import { costOfMessage, roughBytes } from './message-cost.ts'
import { MessageShares } from './message-shares.ts'

const sender = (householdId: string, id: string): BoardOwner => ({ householdId, source: { kind: 'broker', id } })

function someShares(deviceReadingsPerSecond = 100) {
  const clock = { now: 0 }
  return { clock, shares: new MessageShares({ deviceReadingsPerSecond }, () => clock.now) }
}

test('a sender that has spent its burst waits, and other senders of the person do not', () => {
  const { clock, shares } = someShares()
  shares.charge(sender('ann', 'one'), 5099)
  expect(shares.waitMs(sender('ann', 'one'))).toBe(990)
  expect(shares.waitMs(sender('ann', 'two'))).toBe(0)
  clock.now = 1000
  expect(shares.waitMs(sender('ann', 'one'))).toBe(0)
})

test('delays all senders of a person whose share is used up, and no others', () => {
  const { shares } = someShares()
  for (let count = 0; count < 13; count++) shares.charge(sender('ann', `broker-${count}`), 4000)
  expect(shares.waitMs(sender('ann', 'broker-13'))).toBe(2000)
  expect(shares.waitMs(sender('bob', 'broker-14'))).toBe(0)
})

test('delays nobody without a limit', () => {
  const { shares } = someShares(0)
  shares.charge(sender('ann', 'one'), 1_000_000)
  expect(shares.waitMs(sender('ann', 'one'))).toBe(0)
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
