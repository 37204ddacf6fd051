import type { LaneSign } from './lane-signs.ts'

/** Time in milliseconds since 1970, values in the displayed unit. */
export interface ChartPoint {
  readonly time: number
  readonly average: number
  readonly min: number
  readonly max: number
}

/** Milliseconds since 1970. */
export interface ChartRange {
  readonly from: number
  readonly to: number
}

export interface ChartSeries {
  readonly runs: readonly (readonly ChartPoint[])[]
  readonly gaps: readonly ChartRange[]
}

export interface ChartLine {
  readonly id: string
  readonly name: string
  readonly series: ChartSeries
  /** A colour token without `--`. */
  readonly colour: string
  /** Lengths of dashes and gaps in pixels; empty for a solid line. */
  readonly dash: readonly number[]
  readonly width: number
  readonly hasBand: boolean
  /** Writes the name at the end of the line, if there is room. */
  readonly isNamed: boolean
}

/** A horizontal line: the limit of a rule, or the level at which its alert is over. */
export interface ChartLimit {
  readonly value: number
  readonly label: string
  /** Dotted and grey instead of dashed and red. */
  readonly isSoft?: boolean
  /** Position of the label; above by default. */
  readonly side?: 'above' | 'below'
}

export interface ChartEvent extends ChartRange {
  readonly words: string
  /** A short text beside its bar, if there is room. */
  readonly mark?: string
  /** Ends at the edge of now instead of a round end. */
  readonly isOpen?: boolean
}

export interface ChartLane {
  readonly name: string
  /** A colour token without `--`. */
  readonly colour: string
  /** Drawn for each event in place of a bar. */
  readonly sign?: LaneSign
  readonly events: readonly ChartEvent[]
}

export interface ChartContent {
  readonly lines: readonly ChartLine[]
  /** Series may extend beyond it, so that lines reach the edges. */
  readonly range: ChartRange
  readonly unit: string
  readonly nights: readonly ChartRange[]
  readonly limits: readonly ChartLimit[]
  /** Time spans in which a limit was broken, drawn over the full height. */
  readonly broken?: readonly ChartRange[]
  /** Vertical lines at the newest events, each with a colour token. */
  readonly stems: ReadonlyArray<{ readonly time: number; readonly colour: string }>
  /** Minimum height of the axis, in the unit of the values. */
  readonly spanMin: number
  /** Pixels right of the plot, for names of lines and lanes. */
  readonly gutter: number
  readonly formatValue: (value: number, decimals?: number) => string
}
