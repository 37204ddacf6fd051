import { expect, test } from 'vitest'
import { ATTEMPTS_MAX, retryAfter } from './retry.ts'

const HOUR = 3_600_000
const pauses = (chance: number) => Array.from({ length: ATTEMPTS_MAX - 1 }, (_, index) => retryAfter(index + 1, chance))

test('retries a mail for about three days, at first after a minute, in the end every six hours', () => {
  const all = pauses(0.5)
  expect(all[0]).toBe(60_000)
  expect(all.at(-1)).toBe(6 * HOUR)
  const whole = all.reduce((sum, pause) => sum + pause, 0)
  expect(whole).toBeGreaterThan(2.5 * 24 * HOUR)
  expect(whole).toBeLessThan(4 * 24 * HOUR)
})

test('retries mails that failed together at different times', () => {
  expect(retryAfter(5, 0)).toBeLessThan(retryAfter(5, 1))
  for (const chance of [0, 1]) for (const pause of pauses(chance)) expect(pause).toBeGreaterThan(45_000)
})
