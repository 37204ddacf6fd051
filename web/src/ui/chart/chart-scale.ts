import type { ChartContent, ChartLimit, ChartRange, ChartSeries } from './chart-types.ts'

/** Padding above and below the data, as a share of its span. */
const PADDING_RATIO = 0.08

type Scaled = Pick<ChartContent, 'lines' | 'range' | 'limits' | 'spanMin'>

export function isWithin(time: number, { from, to }: ChartRange): boolean {
  return time >= from && time <= to
}

export function seriesWithin({ runs, gaps }: ChartSeries, range: ChartRange): ChartSeries {
  return {
    runs: runs.map((run) => run.filter(({ time }) => isWithin(time, range))).filter((run) => run.length > 0),
    gaps: gaps.filter(({ from, to }) => from < range.to && to > range.from),
  }
}

export function valueRange(content: Scaled): [number, number] {
  const values = spanOf(content)
  if (!values) return [0, 1]
  const limits = limitsInSight(content).map(({ value }) => value)
  const [bottom, top] = [Math.min(values.low, ...limits), Math.max(values.high, ...limits)]
  return [bottom - (top - bottom) * PADDING_RATIO, top + (top - bottom) * PADDING_RATIO]
}

export function limitsInSight(content: Scaled): ChartLimit[] {
  const values = spanOf(content)
  if (!values) return []
  const span = values.high - values.low
  return content.limits.filter(({ value }) => value > values.low - span && value < values.high + span)
}

/** Returns the gaps common to all lines. Only these are hatched; a single line that stops is visible anyway. */
export function commonGaps(lines: ReadonlyArray<{ readonly series: ChartSeries }>): readonly ChartRange[] {
  const [first, ...others] = lines.map(({ series }) => series.gaps)
  return others.reduce<readonly ChartRange[]>(
    (common, gaps) =>
      common.flatMap((one) =>
        gaps
          .map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }))
          .filter(({ from, to }) => from < to),
      ),
    first ?? [],
  )
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
