import {
  DAY_MS,
  metricOfSeries,
  nightsBetween,
  type Coordinates,
  type Device,
  type LimitKind,
  type Rule,
  type Series,
  type SeriesHistory,
} from '@greenhouse/contract'
import { limitsOfRule } from '../../features/conditions/limits-of-rule.ts'
import { chartSeries } from '../../features/history/chart-series.ts'
import { extremesOf } from '../../features/history/extremes.ts'
import { usualInterval } from '../../features/history/usual-interval.ts'
import { sensorKey } from '../../features/history/history-series.ts'
import type { Limits, SeriesDay, SeriesTile } from '../../features/readings/series-tile.ts'

export interface TileSources {
  readonly device: Device
  /** The series of all devices. */
  readonly series: readonly Series[]
  /** The last 24 hours of some of them. */
  readonly days: readonly SeriesHistory[]
  readonly rules: readonly Rule[]
  /** Where the sun sets and rises; undefined while that is not known. */
  readonly place: Coordinates | undefined
  readonly now: number
}

/** The tiles of the series of a device that its owner shows, in the owner's order. */
export function deviceTiles({ device, series, days, rules, place, now }: TileSources): SeriesTile[] {
  const { deviceId, deviceName } = device
  const intervalSeconds = Number(device.waitTime)
  const range = { from: now - DAY_MS, to: now }
  const shown = { ...range, nights: place ? nightsBetween(range, place) : [], intervalSeconds }
  const own = series.filter((one) => one.deviceId === deviceId && one.visible)
  return own.map((one) => {
    const { seriesId, channel, label, newest } = one
    const metric = metricOfSeries(one)
    const key = sensorKey({ metric, channel })
    const history = days.find((one) => one.seriesId === seriesId)
    const day = history && dayOf(history, metric, shown)
    return {
      seriesId,
      deviceId,
      deviceName,
      metric,
      channel,
      label,
      intervalSeconds: day?.intervalSeconds ?? intervalSeconds,
      newest: newest && { time: Date.parse(newest.time), value: newest.value },
      day,
      limits: limitsOf(rules, seriesId),
      href: `/history?device=${deviceId}&tab=${encodeURIComponent(key)}`,
    }
  })
}

/** The interval is the one of the device. */
type ShownDay = Pick<SeriesDay, 'from' | 'to' | 'nights'> & { intervalSeconds: number }

/** The last 24 hours of a series as a small line. */
export function dayOf(
  day: SeriesHistory,
  metric: SeriesTile['metric'],
  { nights, from, to, intervalSeconds }: ShownDay,
): SeriesDay {
  // Values stay in the unit of the metric: a line looks the same in either.
  const { runs } = chartSeries(day, { metric, celsius: true, from, to, intervalSeconds, now: to, since: to })
  const extremes = extremesOf(day, metric)
  return {
    from,
    to,
    nights,
    runs: runs.map((run) => run.map(({ time, average }) => ({ time, value: average }))),
    lowest: extremes?.min,
    highest: extremes?.max,
    intervalSeconds: Math.max(intervalSeconds, usualInterval(day)),
  }
}

/** The limits that are broken first: the lowest upper one and the highest lower one. */
function limitsOf(rules: readonly Rule[], seriesId: string): Limits {
  const limits = rules.filter((one) => one.isOn && one.seriesId === seriesId).flatMap(limitsOfRule)
  const limitsOfKind = (kind: LimitKind) => limits.filter((one) => one.kind === kind).map(({ limit }) => limit)
  const [upper, lower] = [limitsOfKind('above'), limitsOfKind('below')]
  return {
    upper: upper.length === 0 ? undefined : Math.min(...upper),
    lower: lower.length === 0 ? undefined : Math.max(...lower),
  }
}
