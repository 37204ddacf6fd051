import { DAY_MS, HOUR_MS } from '../base/durations.ts'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../testing/random.ts'
import { sumUp, widened } from './bucket-sums.ts'
import { CorruptBytesError } from './bytes.ts'
import { encodeCoarse, readCoarse } from './coarse-summary.ts'
import { decodeSummary } from './summary.ts'
import { SEED } from '../../../testing/test-run.ts'

const START = Date.parse('2026-03-01T00:00:00Z')
const at = Float64Array.from({ length: 300 }, (_, index) => START + index * HOUR_MS + (index > 150 ? 9 * DAY_MS : 0))
const series = [0, 3].map((slot) => sumUp({ slot, at, values: at.map((_, index) => 1 + (index % 17) / 10) }, HOUR_MS))

describe('a coarse summary', () => {
  test('reads days, and hours of split days only', () => {
    const read: ReturnType<typeof decodeSummary>[] = []
    const add = (summary: Uint8Array) => [read.push(decodeSummary(summary))]
    const splitDays = [START + DAY_MS, START + 20 * DAY_MS]
    expect(readCoarse(encodeCoarse(series, HOUR_MS), add, (day) => splitDays.includes(day))).toStrictEqual([2, 3])
    const [days, ...split] = read
    expect(days).toStrictEqual(series.map((sums) => widened(sums, DAY_MS)))
    expect(split.map((day) => day.map((sums) => Array.from(sums.at)))).toStrictEqual(
      splitDays.map((day) =>
        series.map((sums) => Array.from(sums.at.filter((hour) => hour >= day && hour < day + DAY_MS))),
      ),
    )
  })

  test('encodes nothing below days for buckets of a day', () => {
    const days = series.map((sums) => widened(sums, DAY_MS))
    const read = (summary: Uint8Array) => [decodeSummary(summary)]
    expect(readCoarse(encodeCoarse(days, DAY_MS), read, () => true)).toStrictEqual([days])
  })

  test('throws a CorruptBytesError for a damaged coarse summary, or reads it', () => {
    const random = seededRandom(SEED)
    const bytes = encodeCoarse(series, HOUR_MS)
    for (let round = 0; round < 5000; round++) {
      const damaged = bytes.slice(0, random() < 0.2 ? Math.floor(random() * bytes.length) : bytes.length)
      for (let left = 1 + random() * 3; left > 0; left--)
        damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256)
      try {
        readCoarse(
          damaged,
          (summary) => decodeSummary(summary),
          () => true,
        )
      } catch (error) {
        expect(error).toBeInstanceOf(CorruptBytesError)
      }
    }
  })
})
