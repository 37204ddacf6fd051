import { describe, expect, test } from 'vitest'
import { nightsBetween } from './sun.ts'

const MINUTE = 60_000
const copenhagen = { latitude: 55.68, longitude: 12.57 }
const at = (text: string) => Date.parse(text)

describe('the night', () => {
  test.each([
    ['Copenhagen at midsummer', copenhagen, '2026-06-21T19:58Z', '2026-06-22T02:26Z'],
    ['Copenhagen at midwinter', copenhagen, '2026-12-21T14:39Z', '2026-12-22T07:38Z'],
    ['Quito at the equinox', { latitude: -0.18, longitude: -78.47 }, '2026-03-20T23:25Z', '2026-03-21T11:17Z'],
    ['Sydney in January', { latitude: -33.87, longitude: 151.21 }, '2026-01-01T09:09Z', '2026-01-01T18:48Z'],
  ])('the night in %s lasts from sunset to sunrise', (_, place, sunset, sunrise) => {
    const middle = (at(sunset) + at(sunrise)) / 2
    const [night] = nightsBetween({ from: middle, to: middle + 1 }, place)
    expect(Math.abs((night?.from ?? 0) - at(sunset))).toBeLessThan(3 * MINUTE)
    expect(Math.abs((night?.to ?? 0) - at(sunrise))).toBeLessThan(3 * MINUTE)
  })

  test('the nights come once a day, in order', () => {
    const nights = nightsBetween({ from: at('2026-06-09T12:00Z'), to: at('2026-06-16T12:00Z') }, copenhagen)
    expect(nights).toHaveLength(7)
    expect(nights.every(({ from, to }, index) => from < to && to < (nights[index + 1]?.from ?? Infinity))).toBe(true)
  })

  test('a range has no night under the midnight sun, and a single one in the polar night', () => {
    const tromso = { latitude: 69.65, longitude: 18.96 }
    expect(nightsBetween({ from: at('2026-06-10T00:00Z'), to: at('2026-06-20T00:00Z') }, tromso)).toEqual([])
    const winter = { from: at('2026-12-10T00:00Z'), to: at('2026-12-20T00:00Z') }
    const [night, ...others] = nightsBetween(winter, tromso)
    expect(others).toEqual([])
    expect(night?.from).toBeLessThan(winter.from)
    expect(night?.to).toBeGreaterThan(winter.to)
  })
})
