import { boardMetrics, type BoardMetric, type DeviceHistory, type HistoryRecord } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { columnsOf } from './board-series.ts'
import { chartSeries as cut, type SeriesOptions } from './chart-series.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 10, 20)
const [temperature, humidity] = boardMetrics

const reading = (minute: number, value: number | null): HistoryRecord => ({
  time: new Date(START + minute * MINUTE).toISOString(),
  temperature: value,
  humidity: value,
  airPressure: null,
  airQuality: null,
})
const history = (records: HistoryRecord[], resolution = 0): DeviceHistory => ({
  deviceId: 'd',
  deviceName: 'D',
  resolution,
  start: new Date(START).toISOString(),
  sensorHistoryRecords: records,
})
const chartSeries = (of: DeviceHistory, how: SeriesOptions & { metric: BoardMetric }) =>
  cut(columnsOf(of, how.metric.id), how)
const options = (
  more: Partial<SeriesOptions & { metric: BoardMetric }> = {},
): SeriesOptions & { metric: BoardMetric } => ({
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
  test('runs on through pauses of three intervals', () => {
    const { runs, gaps } = chartSeries(
      history([reading(0, 1), reading(30, 2), reading(60, 3), reading(90, 4)]),
      options(),
    )
    expect([runs.length, gaps]).toEqual([1, []])
  })

  test('breaks where the device was silent for longer', () => {
    const records = [0, 10, 20, 30, 61, 71, 81, 91, 101, 111].map((minute) => reading(minute, minute))
    const { runs, gaps } = chartSeries(history(records), options())
    expect(runs.map((run) => run.length)).toEqual([4, 6])
    expect(gaps.map(minutes)).toEqual([[30, 61]])
  })

  test('breaks where this sensor was missing, though others spoke', () => {
    const records = Array.from({ length: 13 }, (_, index) => reading(index * 10, index > 2 && index < 8 ? null : 5))
    expect(chartSeries(history(records), options()).gaps.map(minutes)).toEqual([[20, 80]])
  })

  test('takes no value at all for a value of zero, but frost for a reading', () => {
    const zero = history([reading(0, 0), reading(10, -4)])
    expect(chartSeries(zero, options({ metric: humidity })).runs).toEqual([])
    expect(chartSeries(zero, options()).runs[0]?.map(({ average }) => average)).toEqual([0, -4])
  })

  test('of a downsampled history breaks when points are missing', () => {
    const records = [5, 15, 25, 55, 65].map((minute) => reading(minute, 1))
    const { gaps } = chartSeries(history(records, 600), options({ intervalSeconds: 10, to: START + 70 * MINUTE }))
    expect(gaps.map(minutes)).toEqual([[25, 55]])
  })

  test('is not broken by a device that reported more seldom in those days', () => {
    const records = [0, 10, 20, 30, 40].map((minute) => reading(minute, 1))
    expect(chartSeries(history(records), options({ intervalSeconds: 10, to: START + 40 * MINUTE })).gaps).toEqual([])
  })

  test('shows the silence up to now, and none from the future or before the device was there', () => {
    const { gaps } = chartSeries(
      history([reading(60, 1)]),
      options({ since: START + 55 * MINUTE, to: START + 1000 * MINUTE, now: START + 100 * MINUTE }),
    )
    expect(gaps.map(minutes)).toEqual([[60, 100]])
  })

  test('is one gap where a device said nothing', () => {
    expect(chartSeries(history([]), options()).gaps.map(minutes)).toEqual([[0, 120]])
  })

  test('keeps the extremes of its buckets, in the unit that is shown', () => {
    const values = { humidity: null, airPressure: null, airQuality: null }
    const record = { ...reading(0, 20), min: { temperature: 10, ...values }, max: { temperature: 30, ...values } }
    expect(chartSeries(history([record], 600), options({ celsius: false })).runs[0]?.[0]).toEqual({
      time: START,
      average: 68,
      min: 50,
      max: 86,
    })
  })
})
