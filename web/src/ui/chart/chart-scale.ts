import type { ChartContent, ChartLimit, ChartPoint, ChartSeries } from './chart-types.ts'

/** Room above and below the values, and below them for marks, as shares of their span. */
const ROOM = 0.08
const MARKS_ROOM = 0.1

type Scaled = Pick<ChartContent, 'series' | 'range' | 'limits' | 'marks' | 'spanMin'>

/** Whether an instant lies within the range. */
export function isWithin(time: number, { from, to }: ChartContent['range']): boolean {
  return time >= from && time <= to
}

/** What of a series lies within the range. */
export function seriesWithin({ runs, gaps }: ChartSeries, range: ChartContent['range']): ChartSeries {
  return {
    runs: runs.map((run) => run.filter(({ time }) => isWithin(time, range))).filter((run) => run.length > 0),
    gaps: gaps.filter(({ from, to }) => from < range.to && to > range.from),
  }
}

/** The lowest and the highest value that the chart has room for. */
export function valueRange(content: Scaled): [number, number] {
  const values = spanOf(content)
  if (!values) return [0, 1]
  const limits = limitsInSight(content).map(({ value }) => value)
  const [bottom, top] = [Math.min(values.low, ...limits), Math.max(values.high, ...limits)]
  const hasMarks = content.marks.some(({ time }) => isWithin(time, content.range))
  return [bottom - (top - bottom) * (ROOM + (hasMarks ? MARKS_ROOM : 0)), top + (top - bottom) * ROOM]
}

/** The limits that are so near to the values that they are shown with them. */
export function limitsInSight(content: Scaled): ChartLimit[] {
  const values = spanOf(content)
  if (!values) return []
  const span = values.high - values.low
  return content.limits.filter(({ value }) => value > values.low - span && value < values.high + span)
}

function spanOf({ series, range, spanMin }: Scaled): { low: number; high: number } | undefined {
  const points: ChartPoint[] = series.runs.flat().filter(({ time }) => isWithin(time, range))
  if (points.length === 0) return undefined
  const [low, high] = [Math.min(...points.map(({ min }) => min)), Math.max(...points.map(({ max }) => max))]
  const missing = Math.max(spanMin - (high - low), 0) / 2
  return { low: low - missing, high: high + missing }
}
