import { CHART_POINTS_MAX, withExtremes, type HistoryRecord, type SensorRecord } from '@greenhouse/contract'

/** Live readings move the chart at most this often. */
export const LIVE_APPEND_THROTTLE_MS = 1000

/** A range of time, ISO 8601 in UTC, both ends included. */
export interface TimeRange {
  readonly from: string
  readonly to: string
}

/**
 * The records of a chart after live readings: those within the range and not yet there are added in order of time; of
 * more than 500 an even choice stays. Returns the same list when nothing was added.
 */
export function appendLive(
  shown: readonly HistoryRecord[],
  arrived: readonly SensorRecord[],
  { from, to }: TimeRange,
): readonly HistoryRecord[] {
  const known = new Set(shown.map(({ time }) => time))
  const fresh = arrived.filter(({ time }) => time >= from && time <= to && !known.has(time) && known.add(time))
  if (fresh.length === 0) return shown
  const together = [...shown, ...fresh.map(withExtremes)]
  return downsample(
    together.toSorted((one, other) => one.time.localeCompare(other.time)),
    CHART_POINTS_MAX,
  )
}

/** At most `most` entries of a list, evenly spread; the first and the last always stay. */
export function downsample<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list
  if (most < 2) return list.slice(-most)
  const step = (list.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, index) => list[Math.round(index * step)] as T)
}
