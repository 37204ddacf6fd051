import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

const HOUR = 3_600_000

test.each([
  [7 * 24 * HOUR - 1000, '7 days left'],
  [25 * HOUR, '2 days left'],
  [24 * HOUR, '24 hours left'],
  [HOUR, '1 hour left'],
  [0, '0 hours left'],
  [-HOUR, '0 hours left'],
])('an invitation that ends in %d ms has %s', (ms, words) => {
  const now = Date.UTC(2026, 5, 16)
  expect(timeLeft(new Date(now + ms).toISOString(), now)).toBe(words)
})
