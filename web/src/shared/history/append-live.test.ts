import {
  bucketAt,
  bucketsOf,
  CHART_POINTS_MAX,
  DAY_MS,
  metricById,
  MINUTE_MS,
  type SeriesHistory,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { appendLive, isLate } from './append-live.ts'
import { chartSeries } from './chart-series.ts'

const START = Date.UTC(2026, 10, 20)
const metric = metricById('temperature')
const chart = { from: START, to: START + DAY_MS - 1, metric }
const at = (time: number, value = 20) => ({ time, value })
const valuesOf = (...values: Array<{ time: number; value: number }>): SeriesHistory => ({
  seriesId: 's',
  resolution: 0,
  time: values.map(({ time }) => time),
  mean: values.map(({ value }) => value),
})

function bucketed(days: number, values: ReadonlyArray<{ time: number; value: number }>, of = metric) {
  const shown = { from: START - days * DAY_MS, to: START + DAY_MS - 1, metric: of }
  const { start, width } = bucketsOf(shown, CHART_POINTS_MAX)
  const columns = { time: [], mean: [], min: [], max: [] }
  const empty = {
    seriesId: 's',
    resolution: width / 1000,
    start,
    newest: shown.from - 1,
    count: 0,
    values: 0,
    ...columns,
  }
  return { chart: shown, buckets: { start, width }, history: appendLive(empty, values, shown) }
}

describe('a live value', () => {
  test.each([
    ['on the first instant of the range', chart.from, true],
    ['on the last instant of the range', chart.to, true],
    ['before the range', chart.from - 1, false],
    ['after the range', chart.to + 1, false],
  ])('a live value is added or ignored: %s', (_, time, taken) => {
    expect(appendLive(valuesOf(), [at(time)], chart).time).toEqual(taken ? [time] : [])
  })

  test('a live value that is already there changes nothing', () => {
    const shown = valuesOf(at(START))
    expect(appendLive(shown, [at(START, 30)], chart)).toBe(shown)
  })

  test('a live value twice in one message is added once', () => {
    expect(appendLive(valuesOf(), [at(START), at(START)], chart).time).toHaveLength(1)
  })

  test('a late live value is inserted in its place', () => {
    const shown = valuesOf(at(START), at(START + 2))
    expect(appendLive(shown, [at(START + 1, 25)], chart)).toMatchObject({
      time: [START, START + 1, START + 2],
      mean: [20, 25, 20],
    })
  })

  test('a live value beyond 500 turns readings into buckets that hold all of them', () => {
    const minute = (index: number) => at(START + index * MINUTE_MS, index)
    const shown = valuesOf(...Array.from({ length: CHART_POINTS_MAX }, (_, index) => minute(index)))
    const more = appendLive(shown, [minute(CHART_POINTS_MAX)], chart)
    expect([more.resolution, more.mean[0], more.min?.[0], more.max?.[0]]).toEqual([180, 1, 0, 2])
    // 501 minutes are 167 buckets of three, and the last is full.
    expect([more.time.length, more.count, more.mean.at(-1)]).toEqual([167, 3, 499])
  })
})

describe('a live value of a history in buckets', () => {
  const tenMinutes = (days: number) =>
    Array.from({ length: days * 144 }, (_, index) => at(START - days * DAY_MS + index * 10 * MINUTE_MS, index % 30))

  test.each([31, 365])(
    'two hundred of them leave the gaps and the runs of %i days as they were, and are all counted',
    (days) => {
      const [silentFrom, silentTo] = [START - 9 * DAY_MS, START - 6 * DAY_MS]
      const sent = tenMinutes(days).filter(({ time }) => time <= silentFrom || time >= silentTo)
      const { chart: shown, buckets, history } = bucketed(days, sent)
      const now = START + 200 * 10_000
      const series = (one: SeriesHistory) =>
        chartSeries(one, { metric, celsius: true, intervalSeconds: 10, from: shown.from, to: shown.to, now, since: 0 })
      const before = series(history)
      let live = history
      for (let index = 0; index < 200; index++) live = appendLive(live, [at(START + index * 10_000)], shown)
      const after = series(live)

      expect(before.gaps.filter(({ from }) => from < START - DAY_MS)).toHaveLength(1)
      expect(after.gaps).toEqual(before.gaps)
      expect(after.runs.map((run) => run.length)).toEqual([before.runs[0]?.length, (before.runs[1]?.length ?? 0) + 1])
      expect(after.runs.flat().slice(0, -2)).toEqual(before.runs.flat().slice(0, -1))
      const index = bucketAt(buckets, START)
      expect([live.mean.at(-1), live.count]).toEqual([20, 200])
      expect(live.time.at(-1)).toBe(Math.min(START + 199 * 10_000, buckets.start + (index + 0.5) * buckets.width))
    },
  )

  test('a live value joins the average and the extremes of its bucket', () => {
    const { chart: shown, history } = bucketed(31, [at(START, 10), at(START + 1, 20)])
    const more = appendLive(history, [at(START + 2, 30)], shown)
    expect(more).toMatchObject({ mean: [20], min: [10], max: [30], count: 3, values: 3 })
  })

  test('a live value opens the next bucket, and leaves the time of the previous one at its middle', () => {
    const { chart: shown, buckets, history } = bucketed(31, [at(START, 10)])
    const more = appendLive(history, [at(START + buckets.width, 30)], shown)
    const middle = buckets.start + (bucketAt(buckets, START) + 0.5) * buckets.width
    expect(more).toMatchObject({ time: [middle, START + buckets.width], mean: [10, 30], count: 1, values: 2 })
  })

  test('adds no zero that means N/A', () => {
    const { chart: shown, history } = bucketed(31, [at(START, 40)], metricById('humidity'))
    expect(appendLive(history, [at(START + 1, 0)], shown)).toMatchObject({ mean: [40], min: [40], count: 1 })
  })

  test('counts a live value once when it is appended again', () => {
    const { chart: shown, history } = bucketed(31, [at(START, 10)])
    expect(appendLive(history, [at(START, 10)], shown)).toBe(history)
  })

  test('a live value that is late for its bucket is left to the next fetch', () => {
    const { chart: shown, history } = bucketed(31, [at(START)])
    const late = at(START - DAY_MS)
    expect([isLate(history, late, shown), isLate(history, at(START + 1), shown)]).toEqual([true, false])
    expect(isLate(history, at(START - 90 * DAY_MS), shown)).toBe(false)
    expect(appendLive(history, [late], shown)).toBe(history)
  })
})
