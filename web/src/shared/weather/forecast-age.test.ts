import { describe, expect, test } from 'vitest'
import { ageOfOld, comingDays, comingHours } from './forecast-age.ts'

const NOW = Date.parse('2026-11-20T09:41:00Z')
const MINUTE = 60_000

describe('a forecast', () => {
  test.each([
    ['2026-11-20T09:31:00Z', false, undefined],
    ['2026-11-20T09:21:00Z', false, undefined],
    ['2026-11-20T09:31:00Z', true, 10 * MINUTE],
    // From the cache of the browser: the server could not mark it.
    ['2026-11-20T06:41:00Z', false, 180 * MINUTE],
    // The browser's clock is behind the server's.
    ['2026-11-20T09:45:00Z', true, 0],
  ])('a forecast of %s, marked as stale: %s, is old by %s ms', (fetchedAt, stale, age) => {
    expect(ageOfOld({ fetchedAt, stale }, NOW)).toBe(age)
  })

  test('a remembered forecast has no past hours and days', () => {
    const hour = (time: string) => ({ time, temperature: 1, humidity: 1, rainChance: 1, wind: 1, weatherCode: 1 })
    const hours = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z'].map(hour)
    expect(comingHours(hours, NOW).map(({ time }) => time.slice(11, 16))).toEqual(['09:00', '10:00'])
    const days = ['2026-11-19', '2026-11-20', '2026-11-21'].map((date) => ({ date }))
    expect(comingDays(days, NOW).map(({ date }) => date)).toEqual(['2026-11-20', '2026-11-21'])
  })
})
