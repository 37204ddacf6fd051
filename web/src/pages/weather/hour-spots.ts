/** Minimum height of the scale, so that a calm day looks calm. */
const SPAN_MIN = 4

/** Returns heights in percent. `isFromZero` is for bars; otherwise the bottom is the lowest value. */
export function hourSpots(values: ReadonlyArray<number | null>, isFromZero: boolean): ReadonlyArray<number | null> {
  const known = values.filter((value) => value !== null)
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  const spare = isFromZero ? 0 : Math.max(SPAN_MIN - (highest - lowest), 0) / 2
  const low = isFromZero ? 0 : lowest - spare
  const high = isFromZero ? Math.max(highest, 1) : highest + spare
  return values.map((value) => (value === null ? null : ((value - low) / (high - low)) * 100))
}

/** Returns the points of lines for an SVG of 100 by 100 with a column for each height; null breaks a line. */
export function lineRuns(heights: ReadonlyArray<number | null>): string[] {
  const runs: string[][] = [[]]
  for (const [index, height] of heights.entries()) {
    const x = ((index + 0.5) / heights.length) * 100
    if (height === null) runs.push([])
    else runs.at(-1)?.push(`${x.toFixed(2)},${(100 - height).toFixed(2)}`)
  }
  return runs.filter((run) => run.length > 1).map((run) => run.join(' '))
}
