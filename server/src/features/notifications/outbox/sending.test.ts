import { expect, test } from 'vitest'
import { AT_ONCE, Sending, SLOW_MS, UNPROVEN_AT_ONCE, UNPROVEN_MAX } from './sending.ts'

const HANGS = new Promise<void>(() => {})

function openSending() {
  const clock = { now: 0 }
  const sending = new Sending(
    () => HANGS,
    () => {},
    () => clock.now,
  )
  let count = 0
  /** Begins with channels of different people. Returns how many got a place. */
  const begin = (most: number, isProven: boolean) =>
    Array.from({ length: most }, () => {
      const name = String(count++)
      return sending.begin({ channelId: name, userId: name, isProven })
    }).filter(Boolean).length
  return { clock, sending, begin }
}

test('keeps places for channels that answered last time while all others hang', () => {
  const { begin } = openSending()
  expect(begin(AT_ONCE, false)).toBe(UNPROVEN_AT_ONCE)
  expect(begin(AT_ONCE, true)).toBe(AT_ONCE - UNPROVEN_AT_ONCE)
})

test('gives the place of a channel without an answer to another after three seconds', () => {
  const { clock, sending, begin } = openSending()
  begin(UNPROVEN_AT_ONCE, false)
  expect(sending.nextSlowAt).toBe(SLOW_MS)
  clock.now += SLOW_MS - 1
  expect(begin(1, false)).toBe(0)
  clock.now++
  expect(begin(UNPROVEN_AT_ONCE + 1, false)).toBe(UNPROVEN_AT_ONCE)
})

test('leaves places for channels that answer, however many are slow', () => {
  const { clock, begin } = openSending()
  for (let round = 0; round < 10; round++, clock.now += SLOW_MS) begin(UNPROVEN_AT_ONCE, false)
  expect(begin(1, false)).toBe(0)
  expect(begin(AT_ONCE, true)).toBe(AT_ONCE - UNPROVEN_MAX)
})

test('sends to two channels of a person at once', () => {
  const { sending } = openSending()
  const begun = ['a', 'b', 'c'].map((channelId) => sending.begin({ channelId, userId: 'mia', isProven: true }))
  expect(begun).toEqual([true, true, false])
  expect(sending.fullUsers()).toEqual(['mia'])
})
