import { describe, expect, test } from 'vitest'
import { bucketAt, bucketsOf } from './buckets.ts'
import { DAY_MS, HOUR_MS } from './durations.ts'

const START = Date.parse('2025-11-20T00:00:00Z')
const days = (count: number, from = START) => ({ from, to: from + count * DAY_MS - 1 })

describe('the buckets of a range', () => {
  test.each([
    [1, 3 / 60],
    [7, 30 / 60],
    [31, 2],
    [90, 6],
    [180, 12],
    [250, 12],
    [365, 24],
    [366, 24],
    [3650, 8 * 24],
  ])('the buckets of %i days, at most 500, are %d hours long', (count, hours) => {
    expect(bucketsOf(days(count), 500).width).toBe(hours * HOUR_MS)
  })

  test('the buckets of a year are its 365 days in any time zone', () => {
    for (const offset of [0, -1, -2, 5.75, -12]) {
      const range = days(365, START + offset * HOUR_MS)
      const buckets = bucketsOf(range, 500)
      expect([buckets.start, bucketAt(buckets, range.from), bucketAt(buckets, range.to)]).toEqual([range.from, 0, 364])
    }
  })

  test('the buckets of whole days begin at an hour when the range begins at no quarter hour', () => {
    const range = days(365, START + 7 * HOUR_MS + 1)
    expect(bucketsOf(range, 500)).toEqual({ start: START + 7 * HOUR_MS, width: DAY_MS })
    expect(bucketAt(bucketsOf(range, 500), range.to)).toBe(365)
  })

  test('the buckets divide a day, or are whole days, for every range and count', () => {
    for (let hours = 1; hours < 20_000; hours += 37) {
      for (const most of [2, 96, 500, 2000]) {
        const { width } = bucketsOf({ from: START, to: START + hours * HOUR_MS }, most)
        expect([DAY_MS % width, width % DAY_MS]).toContain(0)
      }
    }
  })

  test('the buckets are multiples of the requested step', () => {
    expect(bucketsOf(days(60), 500, 6 * HOUR_MS).width).toBe(6 * HOUR_MS)
  })
})
