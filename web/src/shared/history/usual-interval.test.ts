import { expect, test } from 'vitest'
import { usualInterval } from './usual-interval.ts'

const START = Date.parse('2026-11-20T10:00:00Z')
const MINUTE = 60_000
const BUCKET = 900

const values = (...minutes: number[]) => ({
  seriesId: 'series',
  resolution: 0,
  time: minutes.map((minute) => START + minute * MINUTE),
  mean: minutes.map(() => 1),
})

function buckets(indexes: number[], count: number, newestMinute: number) {
  const last = (indexes.at(-1) ?? 0) * BUCKET * 1000 + START
  return {
    ...values(...indexes.map((index) => (index + 0.5) * 15)),
    resolution: BUCKET,
    start: START,
    newest: last + newestMinute * MINUTE,
    count,
  }
}

test('the usual interval is the distance of the last values', () => {
  expect(usualInterval(values(0, 30, 60, 90, 120))).toBe(1800)
})

test('a pause does not change the usual interval', () => {
  expect(usualInterval(values(0, 1, 2, 300, 301, 302))).toBe(60)
})

test('the usual interval of a sensor that became faster is the new one', () => {
  const fast = Array.from({ length: 9 }, (_, index) => 120 + index / 6)
  expect(usualInterval(values(0, 30, 60, 90, ...fast))).toBe(10)
})

test('the usual interval of too few values is unknown', () => {
  expect(usualInterval(values(0, 30, 60))).toBe(0)
  expect(usualInterval(values())).toBe(0)
})

test('the usual interval of a slow sensor follows from its non-empty buckets', () => {
  expect(usualInterval(buckets([0, 4, 8, 12, 16], 1, 7))).toBe(3600)
})

test('the usual interval of consecutive buckets follows from the last of them', () => {
  expect(usualInterval(buckets([0, 1, 2, 3], 60, 10))).toBe(10)
  expect(usualInterval(buckets([0, 1, 2, 3], 3, 12))).toBe(240)
})
