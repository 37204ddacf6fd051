import type { Metric } from '@greenhouse/contract'

/** One sensor whose values a chart can show. */
export interface HistorySeries {
  readonly id: string
  readonly deviceId: string
  readonly deviceName: string
  readonly metric: Metric
  /** What it is called among the series of its device. */
  readonly label: string
}

/**
 * The history of one series in columns of the same length, in order of time (milliseconds since 1970), in the unit of its
 * metric.
 *
 * - `resolutionMs`: the length of a bucket; 0 when the columns hold the readings themselves.
 * - `start`: where the first bucket begins.
 */
export interface SeriesHistory {
  readonly seriesId: string
  readonly resolutionMs: number
  readonly start: number
  readonly time: readonly number[]
  readonly mean: readonly number[]
  readonly min: readonly number[]
  readonly max: readonly number[]
}

/** The most series of one chart: so many colours can be told apart. */
export const SERIES_PER_PLOT_MAX = 8
/** The most series on the page. */
export const SERIES_MAX = 24
