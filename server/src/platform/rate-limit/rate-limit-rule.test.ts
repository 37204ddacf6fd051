import { describe, expect, test } from 'vitest'
import { daily, pauseInWords, strict, waitOf } from './rate-limit-rule.ts'

const NOW = 1_000_000_000
const HOUR = 3_600_000

describe('the pause between attempts', () => {
  const wait = (failures: number, lastAt = NOW) =>
    waitOf(strict('x'), { failures, lastAt, forgottenAt: NOW + HOUR }, NOW)

  test.each([
    [0, 0],
    [4, 0],
    [5, 2000],
    [6, 4000],
    [9, 32_000],
    [50, 900_000],
    [5000, 900_000],
  ])('pauses after %i failures for %i ms', (failures, pause) => {
    expect(wait(failures)).toBe(pause)
  })

  test('ends the pause on time, and never extends it when the clock is set back', () => {
    expect(wait(5, NOW - 1500)).toBe(500)
    expect(wait(5, NOW - 2000)).toBe(0)
    expect(wait(5, NOW + 365 * 24 * HOUR)).toBe(2000)
  })

  test('pauses until the end of the day of the first attempt with a daily limit', () => {
    const counted = (failures: number) => ({ failures, lastAt: NOW, forgottenAt: NOW + HOUR })
    expect(waitOf(daily('x', 3), counted(2), NOW)).toBe(0)
    expect(waitOf(daily('x', 3), counted(3), NOW)).toBe(HOUR)
    expect(waitOf(daily('x', 3), { ...counted(3), forgottenAt: NOW + 1000 * HOUR }, NOW)).toBe(24 * HOUR)
  })

  test.each([
    [1, '1 second'],
    [1500, '2 seconds'],
    [89_000, '89 seconds'],
    [91_000, '2 minutes'],
    [900_000, '15 minutes'],
    [24 * HOUR, '24 hours'],
  ])('formats a pause of %i ms as %s', (pause, words) => {
    expect(pauseInWords(pause)).toBe(words)
  })
})
