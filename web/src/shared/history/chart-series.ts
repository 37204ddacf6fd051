import { bucketAt, isMissing, type Metric, type SeriesHistory } from '@greenhouse/contract'
import { shownNumber } from '../metric/show-value.ts'
import type { ChartPoint, ChartSeries } from '../../ui/chart/chart-types.ts'
import { bucketsIn } from './bucketed-history.ts'
import { usualInterval } from './usual-interval.ts'

const GAP_INTERVALS = 3

export interface SeriesOptions {
  readonly metric: Metric
  readonly celsius: boolean
  readonly intervalSeconds: number
  /** Milliseconds since 1970. The range ends at `now` if that is earlier. */
  readonly from: number
  readonly to: number
  readonly now: number
  /** Creation of the device: earlier silence is no gap. */
  readonly since: number
}

/** Splits a history into runs and gaps: long pauses between readings, or missing buckets. */
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

/** Returns the time span of a point: its instant, or its bucket. */
function coveredBy({ time }: ChartPoint, history: SeriesHistory): { from: number; to: number } {
  if (history.resolution === 0) return { from: time, to: time }
  const { start, width } = bucketsIn(history)
  const from = start + bucketAt({ start, width }, time) * width
  return { from, to: from + width }
}

/** Considers the usual distance of readings: the interval may have changed, and a sensor may send less often. */
function longestPause(points: readonly ChartPoint[], history: SeriesHistory, deviceSeconds: number): number {
  const intervalMs = Math.max(deviceSeconds, usualInterval(history)) * 1000
  const widthMs = history.resolution * 1000
  // Readings beside an empty bucket may be at its very edges, so that three intervals can be a bucket less.
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
