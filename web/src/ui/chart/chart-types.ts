/** One point of a chart: time in milliseconds since 1970, values in the unit that is shown. */
export interface ChartPoint {
  readonly time: number
  readonly average: number
  readonly min: number
  readonly max: number
}

/** What a chart draws: unbroken runs of points, and between them the gaps without data (milliseconds since 1970). */
export interface ChartSeries {
  readonly runs: readonly (readonly ChartPoint[])[]
  readonly gaps: ReadonlyArray<{ readonly from: number; readonly to: number }>
}

/** A line across the chart that must not be passed, with its words. */
export interface ChartLimit {
  readonly value: number
  readonly label: string
}

/** A kind of marks: what the legend calls it and how it is drawn, with a stem or without. */
export interface ChartMarkKind {
  readonly name: string
  /** A colour token without `--`. */
  readonly colour: string
  readonly hasStem: boolean
}

/** Something that happened, as a mark on the time axis. */
export interface ChartMark {
  readonly time: number
  readonly kind: ChartMarkKind
}

export interface ChartContent {
  readonly series: ChartSeries
  /** Milliseconds since 1970. The series may go on beyond it, so that its lines do not begin in mid-air. */
  readonly range: { readonly from: number; readonly to: number }
  readonly limits: readonly ChartLimit[]
  readonly marks: readonly ChartMark[]
  /** The least that is shown from the bottom to the top, in the unit of the values. */
  readonly spanMin: number
  /** A colour token without `--`. */
  readonly colour: string
  /** Writes a value with as many decimals. */
  readonly formatValue: (value: number, decimals?: number) => string
}
