import { metricById, type SeriesHistory } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { chartSeries, type SeriesOptions } from './chart-series.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 10, 20)
const [temperature, humidity] = [metricById('temperature'), metricById('humidity')]

const at = (minute: number, value: number) => [START + minute * MINUTE, value] as const
const history = (values: ReadonlyArray<readonly [number, number]>, resolution = 0): SeriesHistory => ({
  seriesId: 's',
  resolution,
  start: START,
  time: values.map(([time]) => time),
  mean: values.map(([, value]) => value),
})
const options = (more: Partial<SeriesOptions> = {}): SeriesOptions => ({
  metric: temperature,
  celsius: true,
  intervalSeconds: 600,
  from: START,
  to: START + 120 * MINUTE,
  now: START + 120 * MINUTE,
  since: START,
  ...more,
})
const minutes = ({ from, to }: { from: number; to: number }) => [(from - START) / MINUTE, (to - START) / MINUTE]

describe('the line of a chart', () => {
  test('the line of a chart continues through pauses of three intervals', () => {
    const { runs, gaps } = chartSeries(history([at(0, 1), at(30, 2), at(60, 3), at(90, 4)]), options())
    expect([runs.length, gaps]).toEqual([1, []])
  })

  test('the line of a chart breaks where the device was silent for longer', () => {
    const values = [0, 10, 20, 30, 61, 71, 81, 91, 101, 111].map((minute) => at(minute, minute))
    const { runs, gaps } = chartSeries(history(values), options())
    expect(runs.map((run) => run.length)).toEqual([4, 6])
    expect(gaps.map(minutes)).toEqual([[30, 61]])
  })

  test('the line of a chart breaks where only its sensor was missing', () => {
    const values = Array.from({ length: 13 }, (_, index) => at(index * 10, index > 2 && index < 8 ? 0 : 5))
    expect(chartSeries(history(values), options({ metric: humidity })).gaps.map(minutes)).toEqual([[20, 80]])
  })

  test('a missing value is drawn as a gap, and zero degrees as a reading', () => {
    const zero = history([at(0, 0), at(10, -4)])
    expect(chartSeries(zero, options({ metric: humidity })).runs).toEqual([])
    expect(chartSeries(zero, options()).runs[0]?.map(({ average }) => average)).toEqual([0, -4])
  })

  test('the line of a downsampled history breaks when points are missing', () => {
    const values = [5, 15, 25, 55, 65].map((minute) => at(minute, 1))
    const { gaps } = chartSeries(history(values, 600), options({ intervalSeconds: 10, to: START + 70 * MINUTE }))
    expect(gaps.map(minutes)).toEqual([[25, 55]])
  })

  test('the line of a downsampled history continues through a pause within the interval of its sensor', () => {
    const values = [5, 15, 35, 45, 55].map((minute) => at(minute, 1))
    const day = { ...history(values, 600), newest: START + 58 * MINUTE, count: 1 }
    const range = { intervalSeconds: 10, to: START + 60 * MINUTE, now: START + 60 * MINUTE }
    expect(chartSeries(day, options(range)).gaps).toEqual([])
    expect(chartSeries({ ...day, count: 48 }, options(range)).gaps.map(minutes)).toEqual([[15, 35]])
  })

  test('the line of a chart is not broken by an earlier, longer interval of its device', () => {
    const values = [0, 10, 20, 30, 40].map((minute) => at(minute, 1))
    expect(chartSeries(history(values), options({ intervalSeconds: 10, to: START + 40 * MINUTE })).gaps).toEqual([])
  })

  test('shows silence until now, and none in the future or before the device existed', () => {
    const { gaps } = chartSeries(
      history([at(60, 1)]),
      options({ since: START + 55 * MINUTE, to: START + 1000 * MINUTE, now: START + 100 * MINUTE }),
    )
    expect(gaps.map(minutes)).toEqual([[60, 100]])
  })

  test('the line of a silent device is one gap', () => {
    expect(chartSeries(history([]), options()).gaps.map(minutes)).toEqual([[0, 120]])
  })

  test('the line of a chart keeps the extremes of its buckets in the shown unit', () => {
    const bucket = { ...history([at(0, 20)], 600), min: [10], max: [30] }
    expect(chartSeries(bucket, options({ celsius: false })).runs[0]?.[0]).toEqual({
      time: START,
      average: 68,
      min: 50,
      max: 86,
    })
  })
})
