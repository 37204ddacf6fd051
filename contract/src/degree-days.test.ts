import { describe, expect, test } from 'vitest'
import { degreeDays, degreesOfDay, GROWTH_BOUNDS } from './degree-days.ts'

const HOUR = 3_600_000
const ZONE = 'Europe/Copenhagen'
const START = Date.parse('2026-06-10T00:00:00+02:00')
const at = (hour: number, average: number, spread = 0) => ({
  time: START + hour * HOUR,
  average,
  min: average - spread,
  max: average + spread,
})

test.each([
  [28, 12, 10, 30, 10],
  [24, 12, 10, 30, 8],
  [35, 15, 10, 30, 12.5],
  [20, 4, 10, 30, 5],
  [8, 2, 10, 30, 0],
  [40, 32, 10, 30, 20],
  [18, 6, 4, 30, 8],
  // Examples for maize in °F, of the extension services of Wisconsin and Iowa.
  [90, 65, 50, 86, 25.5],
  [72, 46, 50, 86, 11],
  [63, 42, 50, 86, 6.5],
  [70, 50, 50, 86, 10],
])('a day of %d and %d degrees with bounds of %d and %d has %d degree days', (highest, lowest, base, top, degrees) => {
  expect(degreesOfDay(highest, lowest, { base, top })).toBe(degrees)
})

describe('degree days', () => {
  const day = (number: number, low: number, high: number) =>
    Array.from({ length: 24 }, (_, hour) => at(number * 24 + hour, hour < 12 ? low : high))
  const options = { widthMs: HOUR, zone: ZONE, ...GROWTH_BOUNDS }

  test('counts degree days between the base and the top', () => {
    expect(degreeDays([[...day(0, 12, 24), ...day(1, 4, 40)]], options)).toEqual({ sum: 8 + 10, days: 2, leftOut: 0 })
  })

  test('leaves incomplete days out of degree days', () => {
    expect(degreeDays([[...day(0, 12, 24), at(25, 20)]], options)).toEqual({ sum: 8, days: 1, leftOut: 1 })
  })

  test('counts a bucket of two days twice in degree days', () => {
    const points = [{ ...at(0, 18), min: 12, max: 24 }]
    expect(degreeDays([points], { ...options, widthMs: 48 * HOUR })).toEqual({ sum: 16, days: 2, leftOut: 0 })
  })

  test('counts a day by the dates of the zone', () => {
    const points = [...day(0, 12, 12), ...day(1, 24, 24)]
    expect(degreeDays([points], options).sum).toBe(2 + 14)
    // Dates begin six hours later: six hours of 12 °C, 18 of 12 and six of 24 °C, 18 of 24 °C.
    expect(degreeDays([points], { ...options, zone: 'America/New_York' })).toEqual({ sum: 8 + 14, days: 2, leftOut: 1 })
  })
})
