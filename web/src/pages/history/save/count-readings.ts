import type { Plot } from '../plots/plot.ts'
import type { ChartRange } from '../../../ui/chart/chart-types.ts'

interface Shown {
  readonly plots: readonly Plot[]
  readonly range: ChartRange
}

/** Returns the readings of visible series in the visible range; undefined where buckets go beyond it, or lost some. */
export function countReadings({ plots, range }: Shown, isZoomed: boolean): number | undefined {
  const lines = plots.flatMap((plot) => plot.lines).filter(({ isGhost, isHidden }) => !isGhost && !isHidden)
  let sum = 0
  for (const { widthMs, values, series } of lines) {
    if (widthMs > 0 && (isZoomed || values === undefined)) return undefined
    const drawn = series.runs.flat().filter(({ time }) => time >= range.from && time <= range.to)
    sum += widthMs > 0 ? (values ?? 0) : drawn.length
  }
  return sum
}
