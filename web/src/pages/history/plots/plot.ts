import type { HistorySeries } from '../../../shared/history/history-series.ts'
import type { ChartContent, ChartLine } from '../../../ui/chart/chart-types.ts'

/** One line, and what it is the line of. */
export interface PlotLine extends ChartLine {
  readonly of: HistorySeries
  /** The length of a bucket in milliseconds; 0 when the points are readings. */
  readonly widthMs: number
  /** When the newest value in the buckets was, milliseconds since 1970. */
  readonly newest: number | undefined
  /** Whether it is the period before. */
  readonly isGhost: boolean
  readonly isHidden: boolean
}

/** One chart of the page: the series of one unit. */
export interface Plot {
  readonly title: string
  readonly lines: readonly PlotLine[]
  readonly content: ChartContent
}
