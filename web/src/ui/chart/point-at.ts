import type { ChartPoint, ChartRange, ChartSeries } from './chart-types.ts'

/** Beside a run a point is still meant within this share of the range. */
const NEAR = 0.01

/** The point of a series that a crosshair means: the nearest one of the run it stands in or next to; none in a gap. */
export function pointAt({ runs }: ChartSeries, time: number, range: ChartRange): ChartPoint | undefined {
  const near = (range.to - range.from) * NEAR
  const run = runs.find((one) => time >= (one[0]?.time ?? 0) - near && time <= (one.at(-1)?.time ?? 0) + near)
  if (!run) return undefined
  let [low, high] = [0, run.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((run[middle]?.time ?? 0) < time) low = middle + 1
    else high = middle
  }
  const [before, after] = [run[low - 1], run[low]]
  return before && after && time - before.time < after.time - time ? before : after
}
