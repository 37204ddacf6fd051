import type { DeviceHistory, HistoryRecord, Metric } from '@greenhouse/contract'
import { isMissing } from '@greenhouse/contract'
import { shownNumber } from '../../lib/show-value.ts'
import type { ChartPoint, ChartSeries } from '../../ui/chart/chart-types.ts'

/** A device counts as silent after this many of its intervals. */
const GAP_INTERVALS = 3
/** Points of a downsampled history are one resolution apart; a clearly longer pause is a gap. */
const GAP_RESOLUTIONS = 1.5

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

/** Cuts a history into runs and gaps for one metric. */
export function chartSeries(history: DeviceHistory, options: SeriesOptions): ChartSeries {
  const points = history.sensorHistoryRecords.flatMap((record) => toPoint(record, options))
  const longest = longestPause(points, (history.resolution ?? 0) * 1000, options.intervalSeconds * 1000)
  const runs: ChartPoint[][] = []
  const gaps: Array<{ from: number; to: number }> = []
  let last = Math.max(options.from, options.since)

  for (const point of points) {
    const pause = point.time - last > longest
    if (pause) gaps.push({ from: last, to: point.time })
    if (pause || runs.length === 0) runs.push([])
    runs.at(-1)?.push(point)
    last = point.time
  }
  const end = Math.min(options.to, options.now)
  if (end - last > longest) gaps.push({ from: last, to: end })
  return { runs, gaps }
}

/**
 * How long the pause between two points may be, in milliseconds. The usual distance of the points counts too: a device
 * that reports every 10 s now may have reported every 10 minutes then.
 */
function longestPause(points: readonly ChartPoint[], resolutionMs: number, intervalMs: number): number {
  const pauses = points.slice(1).map(({ time }, index) => time - (points[index]?.time ?? time))
  const usual = pauses.toSorted((one, other) => one - other)[Math.floor(pauses.length / 2)] ?? 0
  return Math.max(GAP_INTERVALS * Math.max(intervalMs, resolutionMs > 0 ? 0 : usual), GAP_RESOLUTIONS * resolutionMs)
}

function toPoint(record: HistoryRecord, { metric, celsius }: SeriesOptions): ChartPoint[] {
  const average = record[metric.id]
  if (isMissing(metric, average)) return []
  const shown = (value: number | null | undefined) => shownNumber(metric, value ?? average, celsius)
  return [
    {
      time: Date.parse(record.time),
      average: shown(average),
      min: shown(record.min?.[metric.id]),
      max: shown(record.max?.[metric.id]),
    },
  ]
}
