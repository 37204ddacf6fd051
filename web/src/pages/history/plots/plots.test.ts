import { metricById, type SeriesHistory } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import type { HistorySeries } from '../../../shared/history/history-series.ts'
import { GHOST_ID, plotsOf, type PlotsInput } from './plots.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 5, 10)
const seriesOf = (device: string, metric = 'temperature'): HistorySeries => ({
  id: `${device}.${metric}`,
  deviceId: device,
  deviceName: device,
  metric: metricById(metric),
  channel: '',
  label: metricById(metric).label,
  isVisible: true,
})
const deviceOf = (deviceId: string) => ({ deviceId, createdAt: new Date(0).toISOString(), waitTime: '600' })
const historyOf = (seriesId: string, from: number, value: number): SeriesHistory => ({
  seriesId,
  resolution: 0,
  time: [0, 10, 20].map((minute) => from + minute * 60_000),
  mean: [value, value, value],
})
const range = { from: START, to: START + HOUR / 2 }
const inputOf = (series: HistorySeries[], more: Partial<PlotsInput> = {}): PlotsInput => ({
  devices: [...new Set(series.map(({ deviceId }) => deviceId))].map(deviceOf),
  series,
  styles: new Map(),
  hidden: [],
  histories: series.map(({ id }) => historyOf(id, START, 20)),
  ghost: undefined,
  range,
  fetched: range,
  nights: [],
  notes: { limits: [], alerts: [], waterings: [], written: [] },
  gutter: 0,
  hasNames: false,
  celsius: true,
  now: range.to,
  ...more,
})

describe('the plots of a history', () => {
  test('divides series into plots of one unit and at most eight series', () => {
    const many = Array.from({ length: 9 }, (_, index) => seriesOf(`d${index}`))
    const plots = plotsOf(inputOf([...many, seriesOf('d0', 'humidity')]))
    expect(plots.map(({ lines, content }) => [lines.length, content.unit])).toEqual([
      [8, '°C'],
      [1, '°C'],
      [1, '%'],
    ])
  })

  test('draws the previous period over the shown one, of the first series only', () => {
    const ghost = { history: historyOf('a.temperature', START - 24 * HOUR, 15), shiftMs: 24 * HOUR, name: 'day before' }
    const [plot] = plotsOf(inputOf([seriesOf('a'), seriesOf('b')], { ghost }))
    const before = plot?.lines.filter(({ isGhost }) => isGhost)
    expect(before?.map(({ id, name }) => [id, name])).toEqual([[GHOST_ID, 'a, day before']])
    expect(before?.[0]?.series.runs.flat().map(({ time, average }) => [time, average])).toEqual(
      [0, 10, 20].map((minute) => [START + minute * 60_000, 15]),
    )
  })

  test('leaves hidden series out of the drawing, but keeps them in the legend', () => {
    const [plot] = plotsOf(inputOf([seriesOf('a'), seriesOf('b')], { hidden: ['a.temperature'] }))
    expect(plot?.lines.map(({ id }) => id)).toEqual(['a.temperature', 'b.temperature'])
    expect(plot?.content.lines.map(({ id, hasBand }) => [id, hasBand])).toEqual([['b.temperature', true]])
  })

  test('names a series by its difference from the others, and adds silence', () => {
    const names = (series: HistorySeries[], more: Partial<PlotsInput> = {}) =>
      plotsOf(inputOf(series, more)).flatMap(({ lines }) => lines.map(({ name }) => name))
    expect(names([seriesOf('a'), seriesOf('b'), seriesOf('a', 'humidity')])).toEqual(['a', 'b', 'a, humidity'])
    expect(names([seriesOf('a'), seriesOf('a', 'dewPoint')])).toEqual(['Temperature', 'Dew point'])
    expect(names([seriesOf('a'), seriesOf('a', 'humidity')])).toEqual(['Temperature', 'Humidity'])
    expect(names([seriesOf('a')])).toEqual(['a'])
    const later = {
      fetched: { ...range, to: START + 9 * HOUR },
      range: { ...range, to: START + 9 * HOUR },
      now: START + 9 * HOUR,
    }
    expect(names([seriesOf('a')], later)).toEqual(['a, silent'])
  })
})
