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
import type { Limits, SeriesDay, SeriesTile } from '../../features/readings/series-tile.ts'

export interface BoardReadings {
  readonly newest: NewestReading
  /** The last 24 hours; undefined while they are loading. */
  readonly day: DeviceHistory | undefined
  readonly conditions: readonly DeviceCondition[]
  readonly now: number
}

/**
 * The tiles of a device, from the newest reading, history and conditions of its four metrics. A sensor that a board has
 * never sent has no tile; a board that sent none of the four has all, without values.
 */
export function boardTiles({ newest, day, conditions, now }: BoardReadings): SeriesTile[] {
  const sent = boardMetrics.filter(({ id }) => newest[id] !== null)
  const ofDevice = conditions.filter(({ userDeviceId }) => userDeviceId === newest.deviceId)
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
      day: day && dayOf(day, metric, { intervalSeconds: Number(newest.deviceWaitTime), now }),
      limits: limitsOf(metric, ofDevice),
      href: `/history?device=${newest.deviceId}&tab=${metric.id}`,
    }
  })
}

function dayOf(day: DeviceHistory, metric: BoardMetric, device: { intervalSeconds: number; now: number }): SeriesDay {
  const { intervalSeconds, now } = device
  const [from, to] = [now - DAY_MS, now]
  // Values stay in the unit of the metric: a line looks the same in either.
  const { runs } = chartSeries(columnsOf(day, metric.id), {
    metric,
    celsius: true,
    intervalSeconds,
    from,
    to,
    now,
    since: now,
  })
  const extremes = extremesOf(day.sensorHistoryRecords, metric)
  return {
    from,
    to,
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
