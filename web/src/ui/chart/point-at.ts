import type { ChartPoint, ChartRange, ChartSeries } from './chart-types.ts'

/** Share of the range within which a point beside a run still matches. */
const NEAR = 0.01

/** Returns the nearest point of the run at or next to a time; none in a gap. */
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
