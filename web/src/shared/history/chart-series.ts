import { bucketAt, isMissing, type Metric, type SeriesHistory } from '@greenhouse/contract'
import { shownNumber } from '../metric/show-value.ts'
import type { ChartPoint, ChartSeries } from '../../ui/chart/chart-types.ts'
import { bucketsIn } from './bucketed-history.ts'
import { usualInterval } from './usual-interval.ts'

/** A sensor counts as silent after this many of its intervals. */
const GAP_INTERVALS = 3

export interface SeriesOptions {
  readonly metric: Metric
  readonly celsius: boolean
  /** The device's reporting interval. */
  readonly intervalSeconds: number
  /** The shown range; it ends at `now` when it reaches into the future. Milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly now: number
  /** Before that, silence is no gap: the device was not there. */
  readonly since: number
}

/**
 * Cuts a history into runs and gaps. A gap in readings is a long pause between two of them; in buckets one at least must be
 * missing.
 */
export function chartSeries(history: SeriesHistory, options: SeriesOptions): ChartSeries {
  const points = pointsOf(history, options)
  const longest = longestPause(points, history, options.intervalSeconds)
  const runs: ChartPoint[][] = []
  const gaps: Array<{ from: number; to: number }> = []
  let last = Math.max(options.from, options.since)
  let silentFrom = last

  for (const point of points) {
    const covered = coveredBy(point, history)
    const pause = covered.from - silentFrom > longest
    if (pause) gaps.push({ from: last, to: point.time })
    if (pause || runs.length === 0) runs.push([])
    runs.at(-1)?.push(point)
    last = point.time
    silentFrom = covered.to
  }
  const end = Math.min(options.to, options.now)
  if (end - silentFrom > longest) gaps.push({ from: last, to: end })
  return { runs, gaps }
}

/** The time that a point speaks for: its instant, or its bucket. */
function coveredBy({ time }: ChartPoint, history: SeriesHistory): { from: number; to: number } {
  if (history.resolution === 0) return { from: time, to: time }
  const { start, width } = bucketsIn(history)
  const from = start + bucketAt({ start, width }, time) * width
  return { from, to: from + width }
}

/**
 * How long nothing may come, in milliseconds, between two readings or two buckets. The usual distance of readings counts
 * too: a device that reports every 10 s now may have reported every 10 minutes then, and one of its sensors may send less
 * often than it does.
 */
function longestPause(points: readonly ChartPoint[], history: SeriesHistory, deviceSeconds: number): number {
  const intervalMs = Math.max(deviceSeconds, usualInterval(history)) * 1000
  const widthMs = history.resolution * 1000
  // The readings next to an empty bucket may lie at its very edges, so that three intervals can be a bucket less.
  if (widthMs > 0) return Math.max(GAP_INTERVALS * intervalMs - widthMs, widthMs - 1)
  const pauses = points.slice(1).map(({ time }, index) => time - (points[index]?.time ?? time))
  const usual = pauses.toSorted((one, other) => one - other)[Math.floor(pauses.length / 2)] ?? 0
  return GAP_INTERVALS * Math.max(intervalMs, usual)
}

function pointsOf(
  { time, mean, min = mean, max = mean }: SeriesHistory,
  { metric, celsius }: SeriesOptions,
): ChartPoint[] {
  const shown = (value: number | undefined) => shownNumber(metric, value ?? 0, celsius)
  return time.flatMap((at, index) =>
    isMissing(metric, mean[index])
      ? []
      : [{ time: at, average: shown(mean[index]), min: shown(min[index]), max: shown(max[index]) }],
  )
}
