import type { SeriesTile } from '../../../shared/series/series-tile.ts'

/** Wider ranges, such as that of a thermometer, would hide all changes. */
const WHOLE_RANGE_MAX = 100
const MARGIN = 0.1

/** Returns the shared ends of bars: the metric's range, or the measured values and limits with a margin. */
export function bulletScale(tiles: ReadonlyArray<Pick<SeriesTile, 'metric' | 'newest' | 'day' | 'limits'>>): {
  min: number
  max: number
} {
  const metric = tiles[0]?.metric
  if (!metric) return { min: 0, max: 1 }
  if (metric.range.max - metric.range.min <= WHOLE_RANGE_MAX) return metric.range
  const known = tiles
    .flatMap(({ newest, day, limits }) => [newest?.value, day?.lowest, day?.highest, limits.lower, limits.upper])
    .filter((value) => value !== undefined)
  if (known.length === 0) return metric.range
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  const margin = Math.max(highest - lowest, metric.spanMin) * MARGIN
  return { min: lowest - margin, max: highest + margin }
}
