import { describe, expect, test } from 'vitest'
import { comingNight, lastNight, lowestIn, offsetOf } from './night.ts'

const ZONE = 'Europe/Copenhagen'
const at = (iso: string) => Date.parse(iso)

describe('a night', () => {
  test.each([
    ['2026-06-16T12:20:00Z', '2026-06-16', '2026-06-15'],
    // 06.59 and 07.00 in Copenhagen.
    ['2026-06-17T04:59:00Z', '2026-06-16', '2026-06-15'],
    ['2026-06-17T05:00:00Z', '2026-06-17', '2026-06-16'],
  ])('the night that ends next at %s is of %s, the last one of %s', (now, coming, last) => {
    expect(comingNight(at(now), ZONE).of).toBe(coming)
    expect(lastNight(at(now), ZONE).of).toBe(last)
  })

  test('has an hour more when clocks are put back', () => {
    const { from, to } = comingNight(at('2026-10-24T12:00:00Z'), ZONE)
    expect([from, to].map((instant) => new Date(instant).toISOString())).toEqual([
      '2026-10-24T16:00:00.000Z',
      '2026-10-25T06:00:00.000Z',
    ])
  })

  test('has the earlier of two equal lowest temperatures, its end included', () => {
    const temperatures = [3, 1, 1, 0].map((temperature, at) => ({ at, temperature }))
    expect(lowestIn(temperatures, { from: 0, to: 2 })).toEqual({ value: 1, at: '1970-01-01T00:00:00.001Z' })
    expect(lowestIn(temperatures, { from: 0, to: 3 })?.value).toBe(0)
    expect(lowestIn(temperatures, { from: 9, to: 10 })).toBeNull()
  })
})

describe('the difference of a place', () => {
  const night = (difference: number) => ({ forecastLow: 2, measuredLow: 2 + difference })

  test.each([
    [[], null, 0],
    [[1, 2, 3, 4], null, 4],
    [[9, 1, 3, 2, 4], 3, 5],
    [[9, 1, 3, 2, 4, 5], 3.5, 6],
    // Only the newest 14 count.
    [[...Array.from({ length: 14 }, () => 2), 50, 50, 50], 2, 14],
  ])('the difference of the nights %j is %s, from %s nights', (differences, offset, knownNights) => {
    expect(offsetOf(differences.map(night))).toEqual({ offset, knownNights })
  })

  test('leaves out a night without a forecast or a reading', () => {
    const known = Array.from({ length: 5 }, () => night(1))
    const partly = [
      { forecastLow: null, measuredLow: 90 },
      { forecastLow: 90, measuredLow: null },
    ]
    expect(offsetOf([...partly, ...known])).toEqual({ offset: 1, knownNights: 5 })
  })
})
