import {
  DAY_MS,
  isMissing,
  metricOfSeries,
  MINUTE_MS,
  nightsBetween,
  type Coordinates,
  type Device,
  type LimitKind,
  type Rule,
  type Series,
  type SeriesHistory,
  type Metric,
} from '@greenhouse/contract'
import { limitsOfRule } from '../rule/limits-of-rule.ts'
import { chartSeries } from '../history/chart-series.ts'
import { firstReading } from '../history/first-reading.ts'
import { usualInterval } from '../history/usual-interval.ts'
import { sensorKey } from '../history/history-series.ts'
import { newestTimeOf } from './newest-values.ts'
import type { Limits, SeriesDay, SeriesTile } from './series-tile.ts'
import type { ChartSeries } from '../../ui/chart/chart-types.ts'

export interface TileSources {
  readonly device: Device
  readonly series: readonly Series[]
  readonly days: readonly SeriesHistory[]
  readonly rules: readonly Rule[]
  /** For the times of sunset and sunrise; undefined while unknown. */
  readonly place: Coordinates | undefined
  readonly now: number
}

/** Returns tiles of the visible series, in the owner's order. */
export function deviceTiles({ device, series, days, rules, place, now }: TileSources): SeriesTile[] {
  const { deviceId, deviceName } = device
  const intervalSeconds = Number(device.waitTime)
  const range = { from: now - DAY_MS, to: now }
  const nights = place ? nightsBetween(range, place) : []
  const shown = { ...range, nights, intervalSeconds, createdAt: Date.parse(device.createdAt) }
  const deviceTime = newestTimeOf(series, deviceId)
  const own = series.filter((one) => one.deviceId === deviceId && one.visible)
  return own.map((one) => {
    const { seriesId, channel, label, newest } = one
    const metric = metricOfSeries(one)
    const key = sensorKey({ metric, channel })
    const history = days.find((one) => one.seriesId === seriesId)
    const day = history && dayOf(history, one, shown)
    return {
      seriesId,
      deviceId,
      deviceName,
      metric,
      channel,
      label,
      intervalSeconds: day?.intervalSeconds ?? intervalSeconds,
      device: { time: deviceTime === null ? null : Date.parse(deviceTime), intervalSeconds },
      newest: timed(newest),
      day,
      limits: limitsOf(rules, seriesId),
      href: `/history?device=${deviceId}&tab=${encodeURIComponent(key)}`,
    }
  })
}

/** A new device with a reading this soon after the start of a day may have sent what it kept from before. */
const KEPT_MS = 30 * MINUTE_MS

interface ShownDay extends Pick<SeriesDay, 'from' | 'to' | 'nights'> {
  readonly intervalSeconds: number
  /** Of a device whose line may begin at its first reading; milliseconds since 1970. */
  readonly createdAt?: number
}

/** Returns the last 24 hours as a line that ends at the newest value; of a new device what there is. */
export function dayOf(
  history: SeriesHistory,
  series: Pick<Series, 'metric' | 'unit' | 'newest'>,
  { nights, to, intervalSeconds, createdAt = 0, ...day }: ShownDay,
): SeriesDay {
  const metric = metricOfSeries(series)
  const first = createdAt > day.from ? firstReading(history, createdAt) : undefined
  const isFirst = first !== undefined && first - day.from > KEPT_MS
  const from = isFirst ? first : day.from
  const newest = timed(series.newest)
  const last = newest && newest.time >= from && !isMissing(metric, newest.value) ? newest : undefined
  // In the metric's unit, because the line looks the same in either.
  const drawn = chartSeries(history, { metric, celsius: true, from, to, intervalSeconds, now: to, since: to })
  const extremes = extremesOf(history, metric)
  const values = [extremes?.min, extremes?.max, last?.value].filter((value) => value !== undefined)
  return {
    from,
    isFirst,
    to,
    nights,
    runs: endAt(drawn, last),
    lowest: values.length === 0 ? undefined : Math.min(...values),
    highest: values.length === 0 ? undefined : Math.max(...values),
    intervalSeconds: Math.max(intervalSeconds, usualInterval(history)),
  }
}

/** Ends a line with the last value, which a bucket hides in its mean and a history may lack. */
function endAt({ runs, gaps }: ChartSeries, last: TimedValue | undefined): TimedValue[][] {
  const line = runs.map((run) => run.map(({ time, average }) => ({ time, value: average })))
  const end = line.at(-1)?.at(-1)
  if (!last || (end && last.time <= end.time)) return line
  const isApart = !end || gaps.some(({ from, to }) => from < last.time && last.time <= to)
  return isApart ? [...line, [last]] : [...line.slice(0, -1), [...(line.at(-1) ?? []), last]]
}

interface TimedValue {
  readonly time: number
  readonly value: number
}

function timed(newest: Series['newest']): TimedValue | null {
  return newest && { time: Date.parse(newest.time), value: newest.value }
}

/** Returns the lowest upper limit and the highest lower one. */
export function limitsOf(rules: readonly Rule[], seriesId: string): Limits {
  const limits = rules.filter((one) => one.isOn && one.seriesId === seriesId).flatMap(limitsOfRule)
  const limitsOfKind = (kind: LimitKind) => limits.filter((one) => one.kind === kind).map(({ limit }) => limit)
  const [upper, lower] = [limitsOfKind('above'), limitsOfKind('below')]
  return {
    upper: upper.length === 0 ? undefined : Math.min(...upper),
    lower: lower.length === 0 ? undefined : Math.max(...lower),
  }
}

/** Returns the lowest and the highest value, in the metric's unit. */
export function extremesOf(
  { mean, min = mean, max = mean }: Pick<SeriesHistory, 'mean' | 'min' | 'max'>,
  metric: Pick<Metric, 'zeroIsMissing'>,
): { min: number; max: number } | undefined {
  const isThere = (value: number) => !isMissing(metric, value)
  const [lows, highs] = [min.filter(isThere), max.filter(isThere)]
  return lows.length === 0 ? undefined : { min: Math.min(...lows), max: Math.max(...highs) }
}
