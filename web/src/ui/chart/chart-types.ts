/** One point of a chart: time in milliseconds since 1970, values in the unit that is shown. */
export interface ChartPoint {
  readonly time: number
  readonly average: number
  readonly min: number
  readonly max: number
}

/** A stretch of time, milliseconds since 1970. */
export interface ChartRange {
  readonly from: number
  readonly to: number
}

/** Unbroken runs of points, and between them the gaps without data. */
export interface ChartSeries {
  readonly runs: readonly (readonly ChartPoint[])[]
  readonly gaps: readonly ChartRange[]
}

/** One line of a chart, and how it differs from the others: by colour, by dashes and by its name. */
export interface ChartLine {
  readonly id: string
  readonly name: string
  readonly series: ChartSeries
  /** A colour token without `--`. */
  readonly colour: string
  /** Lengths of dashes and of the spaces between them in pixels; empty for a solid line. */
  readonly dash: readonly number[]
  readonly width: number
  /** Whether lowest to highest is drawn as a band. */
  readonly hasBand: boolean
  /** Whether the name stands at the end of the line; on the screen there may be no room for it. */
  readonly isNamed: boolean
}

/** A line across the chart with its words: one that must not be passed, or one that is back on the right side of it. */
export interface ChartLimit {
  readonly value: number
  readonly label: string
  /** Dotted and grey instead of dashed and red. */
  readonly isSoft?: boolean
  /** Where its words stand; above it, when there is room, unless this says otherwise. */
  readonly side?: 'above' | 'below'
}

/** Something that happened, for an instant or for a while, in words. */
export interface ChartEvent extends ChartRange {
  readonly words: string
  /** What stands beside its bar, where there is room; the words say it as well. */
  readonly mark?: string
}

/** Events of one kind, in a row of their own below the plot. */
export interface ChartLane {
  readonly name: string
  /** A colour token without `--`. */
  readonly colour: string
  readonly events: readonly ChartEvent[]
}

export interface ChartContent {
  readonly lines: readonly ChartLine[]
  /** The series may go on beyond it, so that their lines do not begin in mid-air. */
  readonly range: ChartRange
  readonly unit: string
  readonly nights: readonly ChartRange[]
  readonly limits: readonly ChartLimit[]
  /** Stretches in which a limit was broken, drawn from top to bottom. */
  readonly broken?: readonly ChartRange[]
  /** When the newest events were, each with a colour token. They are drawn through the plot. */
  readonly stems: ReadonlyArray<{ readonly time: number; readonly colour: string }>
  /** The least that is shown from the bottom to the top, in the unit of the values. */
  readonly spanMin: number
  /** Pixels to the right of the plot, for names of lines and lanes. */
  readonly gutter: number
  /** Writes a value with as many decimals. */
  readonly formatValue: (value: number, decimals?: number) => string
}
