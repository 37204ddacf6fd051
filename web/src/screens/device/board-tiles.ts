import {
  boardMetrics,
  DAY_MS,
  metricOf,
  parseCondition,
  type BoardMetric,
  type DeviceCondition,
  type DeviceHistory,
  type NewestReading,
} from '@greenhouse/contract'
import { columnsOf } from '../../features/history/board-series.ts'
import { chartSeries } from '../../features/history/chart-series.ts'
import { extremesOf } from '../../features/history/extremes.ts'
import { nightsBetween, type Coordinates } from '../../lib/sun.ts'
import type { Limits, SeriesDay, SeriesTile } from '../../features/readings/series-tile.ts'

export interface BoardReadings {
  readonly newest: NewestReading
  /** The last 24 hours; undefined while they are loading. */
  readonly day: DeviceHistory | undefined
  readonly conditions: readonly DeviceCondition[]
  /** Where the sun sets and rises; undefined while that is not known. */
  readonly place: Coordinates | undefined
  readonly now: number
}

/**
 * The tiles of a device, from the newest reading, history and conditions of its four metrics. A sensor that a board has
 * never sent has no tile; a board that sent none of the four has all, without values.
 */
export function boardTiles({ newest, day, conditions, place, now }: BoardReadings): SeriesTile[] {
  const sent = boardMetrics.filter(({ id }) => newest[id] !== null)
  const ofDevice = conditions.filter(({ userDeviceId }) => userDeviceId === newest.deviceId)
  const range = { from: now - DAY_MS, to: now }
  const shown = { ...range, nights: place ? nightsBetween(range, place) : [] }
  return (sent.length > 0 ? sent : boardMetrics).map((metric) => {
    const value = newest[metric.id]
    return {
      seriesId: `${newest.deviceId}.${metric.id}`,
      deviceId: newest.deviceId,
      deviceName: newest.deviceName,
      metric,
      channel: '',
      label: metric.label,
      intervalSeconds: Number(newest.deviceWaitTime),
      newest: value === null || newest.time === null ? null : { time: Date.parse(newest.time), value },
      day: day && dayOf(day, metric, { ...shown, intervalSeconds: Number(newest.deviceWaitTime) }),
      limits: limitsOf(metric, ofDevice),
      href: `/history?device=${newest.deviceId}&tab=${metric.id}`,
    }
  })
}

type ShownDay = Pick<SeriesDay, 'from' | 'to' | 'nights'> & { intervalSeconds: number }

function dayOf(day: DeviceHistory, metric: BoardMetric, { nights, ...shown }: ShownDay): SeriesDay {
  const { from, to } = shown
  // Values stay in the unit of the metric: a line looks the same in either.
  const options = { metric, celsius: true, ...shown, now: to, since: to }
  const { runs } = chartSeries(columnsOf(day, metric.id), options)
  const extremes = extremesOf(day.sensorHistoryRecords, metric)
  return {
    from,
    to,
    nights,
    runs: runs.map((run) => run.map(({ time, average }) => ({ time, value: average }))),
    lowest: extremes?.min,
    highest: extremes?.max,
  }
}

/** The limits that are broken first: the lowest upper one and the highest lower one. */
function limitsOf(metric: BoardMetric, conditions: readonly DeviceCondition[]): Limits {
  const limits = conditions.flatMap(({ sensorType, condition }) => {
    const limit = metricOf(sensorType).id === metric.id ? parseCondition(condition) : undefined
    return limit ? [limit] : []
  })
  const thresholds = (operator: '>=' | '<=') =>
    limits.filter((limit) => limit.operator === operator).map(({ threshold }) => threshold)
  const [upper, lower] = [thresholds('>='), thresholds('<=')]
  return {
    upper: upper.length === 0 ? undefined : Math.min(...upper),
    lower: lower.length === 0 ? undefined : Math.max(...lower),
  }
}
