import type { HistorySeries } from '../../../shared/history/history-series.ts'
import type { ChartContent, ChartLine } from '../../../ui/chart/chart-types.ts'

export interface PlotLine extends ChartLine {
  readonly of: HistorySeries
  /** Length of a bucket in milliseconds; 0 if the points are readings. */
  readonly widthMs: number
  /** Values in all buckets; undefined where some were removed, and for readings. */
  readonly values?: number | undefined
  /** Time of the newest value in the buckets, milliseconds since 1970. */
  readonly newest: number | undefined
  readonly isGhost: boolean
  readonly isHidden: boolean
}

/** A chart of series with the same unit. */
export interface Plot {
  readonly title: string
  readonly lines: readonly PlotLine[]
  readonly content: ChartContent
}
