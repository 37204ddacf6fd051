import { describe, expect, test } from 'vitest'
import { dailyLight, degreeDays, statisticsOf } from './statistics.ts'

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

describe('degree days', () => {
  const day = (number: number, low: number, high: number) =>
    Array.from({ length: 24 }, (_, hour) => at(number * 24 + hour, hour < 12 ? low : high))
  const options = { widthMs: HOUR, base: 10, top: 30 }

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
})

describe('the light of a day', () => {
  const day = (number: number, hours: number) =>
    Array.from({ length: hours }, (_, hour) => at(number * 24 + hour, hour < 12 ? 500 : 0))

  test('the light of 500 µmol/m²/s in twelve hours is 21.6 mol/m²', () => {
    const { sum, ...days } = dailyLight([day(0, 24)], HOUR)
    expect(sum).toBeCloseTo(21.6)
    expect(days).toEqual({ days: 1, leftOut: 0 })
  })

  test('leaves days with less than 18 hours of light readings out', () => {
    const { sum, ...days } = dailyLight([[...day(0, 18), ...day(1, 17), ...day(2, 24)]], HOUR)
    expect(sum).toBeCloseTo(2 * 21.6)
    expect(days).toEqual({ days: 2, leftOut: 1 })
  })

  test('the light of a day weights each reading by its time, and leaves gaps out', () => {
    const morning = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((hour) => at(hour, 100))
    const evening = [10, 14, 20].map((hour) => at(hour, 100))
    // 8 hours and 10 hours; the two between the runs do not count.
    expect(dailyLight([morning, evening], 0).sum).toBeCloseTo((18 * 3600 * 100) / 1e6)
  })

  test('the light of a day is the same in buckets of two days', () => {
    const light = dailyLight([[{ ...at(24, 250), max: 900 }]], 48 * HOUR)
    expect(light.sum / light.days).toBeCloseTo(21.6)
  })
})
