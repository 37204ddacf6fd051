import { describe, expect, test } from 'vitest'
import { statisticsOf } from './statistics.ts'

const HOUR = 3_600_000
const START = new Date(2026, 5, 10).getTime()
const at = (hour: number, average: number, spread = 0) => ({
  time: START + hour * HOUR,
  average,
  min: average - spread,
  max: average + spread,
})
const none = { widthMs: HOUR, above: undefined, below: undefined }

describe('the statistics of a series', () => {
  test('returns no statistics for a series without points', () => {
    expect(statisticsOf([], none)).toBeUndefined()
  })

  test('names the lowest and the highest value of all buckets, with their time', () => {
    const found = statisticsOf([[at(0, 20, 1), at(1, 25, 3)], [at(5, 15, 1)]], none)
    expect(found?.lowest).toEqual({ value: 14, time: START + 5 * HOUR })
    expect(found?.highest).toEqual({ value: 28, time: START + HOUR })
    expect(found?.mean).toBe(20)
  })

  test('the mean of a series weights each reading by its time, and leaves gaps out', () => {
    const found = statisticsOf([[at(0, 10), at(1, 10), at(4, 30)], [at(20, 99)]], { ...none, widthMs: 0 })
    expect(found?.mean).toBeCloseTo((10 * 0.5 + 10 * 2 + 30 * 1.5) / 4)
    expect(statisticsOf([[at(0, 10)], [at(9, 20)]], { ...none, widthMs: 0 })?.mean).toBe(15)
  })

  test('counts the time beyond a limit, and nothing without one', () => {
    const runs = [[at(0, 30), at(1, 31), at(2, 12), at(3, 15)]]
    expect(statisticsOf(runs, { widthMs: HOUR, above: 30, below: 12 })).toMatchObject({
      aboveMs: { min: 2 * HOUR, max: 2 * HOUR },
      belowMs: { min: HOUR, max: HOUR },
    })
    expect(statisticsOf(runs, none)).toMatchObject({ aboveMs: undefined, belowMs: undefined })
  })
})

test('the time beyond a limit is bounded by minima and maxima of buckets, and never zero for a broken limit', () => {
  const runs = [[at(0, 24, 2), at(1, 24.8, 0.1), at(2, 26, 0.5), at(3, 20)]]
  const hoursBeyond = (above: number, below: number) => {
    const found = statisticsOf(runs, { widthMs: HOUR, above, below })
    return [found?.aboveMs, found?.belowMs].map((one) => one && [one.min / HOUR, one.max / HOUR])
  }
  expect(hoursBeyond(25, 22)).toEqual([
    [1, 2],
    [1, 2],
  ])
  expect(hoursBeyond(26.5, 19)).toEqual([
    [0, 1],
    [0, 0],
  ])
})

test.each([
  ['has just started', 2, 2, 3],
  ['is half over and a quarter', 2.25, 2.75, 3],
  ['is over', 2.5, 3, 3],
  ['is out of sight', 9, 3, 3],
])('the last bucket counts until its last value: one that %s', (_case, newest, min, max) => {
  const runs = [[at(0, 30), at(1, 30), at(2, 30)]]
  const found = statisticsOf(runs, { ...none, above: 25, newest: START + newest * HOUR })
  expect(found?.aboveMs).toEqual({ min: min * HOUR, max: max * HOUR })
})
