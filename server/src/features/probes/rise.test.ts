import { expect, test } from 'vitest'
import { seededRandom } from '../../../../testing/random.ts'
import { findRise, type Reading } from './rise.ts'

const MINUTE = 60_000
const every5 = (...values: number[]) => values.map((value, index) => ({ at: index * 5 * MINUTE, value }))

test.each([
  ['jumps and stays', every5(22, 22, 48, 47, 46, 46, 45, 45, 45), 2],
  ['rises by ten points within 15 minutes', every5(22, 26, 29, 32, 32, 32, 32, 32, 32, 32), 3],
  ['rises by less', every5(22, 25, 28, 31, 31, 31, 31, 31, 31, 31), undefined],
  ['rises by ten points too slowly', every5(22, 24, 26, 28, 30, 32, 34, 34, 34, 34, 34, 34, 34), undefined],
  ['falls back within half an hour', every5(22, 22, 48, 30, 25, 24, 24, 24, 24), undefined],
  ['is not known half an hour later', every5(22, 22, 48, 47, 46), undefined],
  ['has one reading', every5(60), undefined],
])('finds a watering where the soil %s', (_words, readings, index) => {
  expect(findRise(readings)).toBe(index === undefined ? undefined : index * 5 * MINUTE)
})

test('finds the first rise of any readings', () => {
  const random = seededRandom(7)
  const found = Array.from({ length: 300 }, () => {
    let [at, value] = [0, 40]
    const readings = Array.from({ length: 60 }, () => {
      at += Math.floor(random() * 6) * MINUTE
      value += random() * 12 - 6
      return { at, value }
    })
    expect(findRise(readings)).toBe(firstRise(readings))
    return findRise(readings)
  })
  expect(new Set(found).size).toBeGreaterThan(10)
})

/** Compares each reading with all others. */
function firstRise(readings: readonly Reading[]): number | undefined {
  return readings.find((peak, index) => {
    const before = readings.slice(0, index).filter(({ at }) => at >= peak.at - 15 * MINUTE)
    const start = Math.min(...before.map(({ value }) => value))
    const later = readings.find(({ at }) => at >= peak.at + 30 * MINUTE)
    return peak.value - start >= 10 && later !== undefined && later.value >= start + 5
  })?.at
}
