import type { ChartContent, ChartLimit, ChartRange, ChartSeries } from './chart-types.ts'

/** Room above and below the values, as a share of their span. */
const ROOM = 0.08

type Scaled = Pick<ChartContent, 'lines' | 'range' | 'limits' | 'spanMin'>

/** Whether an instant lies within the range. */
export function isWithin(time: number, { from, to }: ChartRange): boolean {
  return time >= from && time <= to
}

/** What of a series lies within the range. */
export function seriesWithin({ runs, gaps }: ChartSeries, range: ChartRange): ChartSeries {
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
  return [bottom - (top - bottom) * ROOM, top + (top - bottom) * ROOM]
}

/** The limits that are so near to the values that they are shown with them. */
export function limitsInSight(content: Scaled): ChartLimit[] {
  const values = spanOf(content)
  if (!values) return []
  const span = values.high - values.low
  return content.limits.filter(({ value }) => value > values.low - span && value < values.high + span)
}

/** The gaps that all lines have in common. Only they are hatched: one line that ends is seen to end. */
export function commonGaps(lines: ReadonlyArray<{ readonly series: ChartSeries }>): ChartRange[] {
  const [first, ...others] = lines.map(({ series }) => series.gaps)
  return others.reduce<readonly ChartRange[]>(
    (common, gaps) =>
      common.flatMap((one) =>
        gaps
          .map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }))
          .filter(({ from, to }) => from < to),
      ),
    first ?? [],
  ) as ChartRange[]
}

function spanOf({ lines, range, spanMin }: Scaled): { low: number; high: number } | undefined {
  let [low, high] = [Infinity, -Infinity]
  for (const { series, hasBand } of lines) {
    for (const { time, average, min, max } of series.runs.flat()) {
      if (!isWithin(time, range)) continue
      low = Math.min(low, hasBand ? min : average)
      high = Math.max(high, hasBand ? max : average)
    }
  }
  if (low > high) return undefined
  const missing = Math.max(spanMin - (high - low), 0) / 2
  return { low: low - missing, high: high + missing }
}
