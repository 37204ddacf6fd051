import { describe, expect, test } from 'vitest'
import { columnsOf, shapes } from '../../test/columns.ts'
import { seededRandom } from '../../../testing/random.ts'
import { SUM_SCALE, type BucketSums } from './bucket-sums.ts'
import { CorruptBytesError } from './bytes.ts'
import { decodeNewest, encodeNewest } from './newest.ts'
import { chooseWidth, decodeSummary, encodeSummary, SUMMARY_WIDTHS_MS } from './summary.ts'
import type { Column } from '../base/types.ts'
import { SEED, seeds } from '../../../testing/test-run.ts'

const MINUTE = 60_000

/** The plain rule: each value counts in the bucket of its time, but 0 and less of an odd slot in none. */
function naiveSummary(columns: readonly Column[], widthMs: number) {
  return columns.flatMap(({ slot, at, values }) => {
    const buckets = new Map<number, number[]>()
    for (const [index, value] of values.entries()) {
      if (slot % 2 === 1 && value <= 0) continue
      const start = Math.floor(at[index]! / widthMs) * widthMs
      buckets.set(start, [...(buckets.get(start) ?? []), value])
    }
    const rows = [...buckets].map(([start, inside]) => ({
      at: start,
      count: inside.length,
      sum: inside.reduce((sum, value) => sum + Math.round(Math.min(Math.max(value, -1e290), 1e290) * 1e6), 0),
      lowest: Math.min(...inside),
      highest: Math.max(...inside),
    }))
    return rows.length > 0 ? [{ slot, rows }] : []
  })
}

function rowsOf({ slot, at, counts, sums, lowest, highest }: BucketSums) {
  return {
    slot,
    rows: Array.from(at, (start, index) => ({
      at: start,
      count: counts[index],
      sum: sums[index],
      // 0 and −0 are one value in a summary.
      lowest: lowest[index]! + 0,
      highest: highest[index]! + 0,
    })),
  }
}

function withoutNegativeZero(summary: ReturnType<typeof naiveSummary>) {
  return summary.map(({ slot, rows }) => ({
    slot,
    rows: rows.map((row) => ({ ...row, sum: row.sum + 0, lowest: row.lowest + 0, highest: row.highest + 0 })),
  }))
}

describe.each(shapes)('the summary of $name', ({ make }) => {
  test('equals a plain sum of the values, in every width', () => {
    for (const seed of seeds(5)) {
      const columns = make(seededRandom(seed))
      for (const widthMs of SUMMARY_WIDTHS_MS) {
        const summary = decodeSummary(encodeSummary(columns, widthMs)).map(rowsOf)
        expect(summary).toStrictEqual(withoutNegativeZero(naiveSummary(columns, widthMs)))
      }
    }
  })

  test('chooses the summary of one of the widths', () => {
    const columns = make(seededRandom(SEED))
    const { widthMs, summary } = chooseWidth(columns)
    expect(summary).toStrictEqual(encodeSummary(columns, widthMs))
  })
})

describe('a summary', () => {
  test('leaves out values of a missing sensor, and a slot without others', () => {
    const [even, odd, zeros] = columnsOf([0, 10, -5], [0, 10, -5], [0, 0, 0])
    const columns = [even!, odd!, { ...zeros!, slot: 3 }]
    const summary = decodeSummary(encodeSummary(columns, 15 * MINUTE))
    expect(summary.map(({ slot }) => slot)).toStrictEqual([0, 1])
    expect(summary.map(({ counts }) => counts[0])).toStrictEqual([3, 1])
    expect(summary.map(({ sums }) => sums[0]! / SUM_SCALE)).toStrictEqual([5, 10])
    expect(summary.map(({ lowest }) => lowest[0])).toStrictEqual([-5, 10])
  })

  test.each([
    ['an hour', 10_000, 15 * MINUTE],
    ['three weeks', 5_000_000, 360 * MINUTE],
    ['a year', 86_400_000, 1440 * MINUTE],
  ])('chooses the finest width that fits the row of a chunk for 365 values in %s', (_, every, expected) => {
    const at = Float64Array.from({ length: 365 }, (_value, index) => 1_700_000_000_000 + index * every)
    const values = at.map((_value, index) => (index % 50) / 10)
    const { widthMs, summary } = chooseWidth([{ slot: 0, at, values }])
    expect(widthMs).toBe(expected)
    if (widthMs < 1440 * MINUTE) expect(summary.length).toBeLessThanOrEqual(900)
  })

  test('reads only the wanted slots of a summary', () => {
    const summary = encodeSummary(columnsOf([1], [2], [3]), 15 * MINUTE)
    expect(decodeSummary(summary, new Set([1])).map(({ slot }) => slot)).toStrictEqual([1])
  })

  test('throws a CorruptBytesError for a damaged summary, or reads it', () => {
    const random = seededRandom(SEED)
    const board = shapes[0]!.make(random)
    const floats = shapes.find(({ name }) => name === 'doubles')!.make(random)
    for (const summary of [board, floats].map((columns) => encodeSummary(columns, 15 * MINUTE)))
      for (let round = 0; round < 5000; round++) {
        const damaged = summary.slice(0, random() < 0.2 ? Math.floor(random() * summary.length) : summary.length)
        for (let left = 1 + random() * 3; left > 0; left--)
          damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256)
        try {
          expect(decodeSummary(damaged).length).toBeLessThan(summary.length)
        } catch (error) {
          expect(error).toBeInstanceOf(CorruptBytesError)
        }
      }
  })
})

describe('newest values', () => {
  const newest = [
    { slot: 0, at: 0, value: -0 },
    { slot: 7, at: 2 ** 48 - 1, value: 21.5 },
    { slot: 2 ** 40, at: 1_700_000_000_000, value: 0.1 + 0.2 },
  ]

  test('decodes newest values losslessly', () => {
    expect(decodeNewest(encodeNewest(newest))).toStrictEqual(newest)
    expect(decodeNewest(encodeNewest([]))).toStrictEqual([])
  })

  test('throws a CorruptBytesError for damaged newest values', () => {
    const bytes = encodeNewest(newest)
    for (let length = 0; length < bytes.length; length++)
      expect(() => decodeNewest(bytes.slice(0, length))).toThrow(CorruptBytesError)
    expect(() => decodeNewest(Uint8Array.of(...bytes, 0))).toThrow(CorruptBytesError)
  })
})
