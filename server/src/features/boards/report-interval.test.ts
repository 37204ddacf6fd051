import { expect, test } from 'vitest'
import { ReportInterval } from './report-interval.ts'

const START = Date.parse('2026-06-16T12:00:00Z')

/** @param readings seconds after the start, and the sensors of each */
function intervalOf(readings: ReadonlyArray<readonly [number, ...string[]]>, before: number | null = null) {
  const interval = new ReportInterval(before)
  for (const [seconds, ...sensors] of readings) interval.add(START + seconds * 1000, sensors)
  return interval.everySeconds
}

const BURST = ['temperature', 'humidity', 'battery']

test('finds no report interval before a sensor has reported twice', () => {
  expect(intervalOf([[0, 'temperature']])).toBe(null)
  expect(intervalOf(BURST.map((sensor, index) => [index / 10, sensor]))).toBe(null)
  expect(
    intervalOf([
      [0, 'temperature'],
      [30, 'temperature'],
    ]),
  ).toBe(30)
})

test('finds the same interval for a board that sends its sensors one by one as for one that sends them together', () => {
  const rounds = Array.from({ length: 12 }, (_, round) => round * 60)
  const together = rounds.map((seconds) => [seconds, ...BURST] as const)
  const atOnce = rounds.flatMap((seconds) => BURST.map((sensor, index) => [seconds + index / 10, sensor] as const))
  const spread = rounds.flatMap((seconds) => BURST.map((sensor, index) => [seconds + index * 20, sensor] as const))
  expect([together, atOnce, spread].map((readings) => intervalOf(readings))).toEqual([60, 60, 60])
})

test('ignores outages, repeated and late readings, and messages without values', () => {
  const regular = [0, 60, 120, 180, 240].map((seconds) => [seconds, 'temperature'] as const)
  expect(
    intervalOf([
      ...regular,
      [240, 'temperature'],
      [5, 'temperature'],
      [250],
      [90_000, 'temperature'],
      [90_060, 'temperature'],
    ]),
  ).toBe(60)
})

test('starts with the stored interval, and follows a new one', () => {
  expect(intervalOf([], 300)).toBe(300)
  const faster = Array.from({ length: 12 }, (_, index) => [index * 10, 'temperature'] as const)
  expect(intervalOf(faster, 300)).toBe(10)
})
