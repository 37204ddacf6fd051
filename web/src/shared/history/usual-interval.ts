import type { SeriesHistory } from '@greenhouse/contract'

const DISTANCES_MAX = 8
const DISTANCES_MIN = 3

/** Returns the usual distance, in seconds, of a sensor's last values; 0 if unknown. A single pause has no effect. */
export function usualInterval({ resolution, time, newest, count }: SeriesHistory): number {
  const last = time.slice(-DISTANCES_MAX - 1)
  const distances = last.slice(1).map((at, index) => (at - (last[index] ?? at)) / 1000)
  if (distances.length < DISTANCES_MIN) return 0
  const usual = distances.toSorted((one, other) => one - other)[Math.floor(distances.length / 2)] ?? 0
  if (usual > resolution) return usual
  const middle = last.at(-1)
  if (middle === undefined || newest === undefined || !count) return 0
  const sinceStart = (newest - middle) / 1000 + resolution / 2
  return Math.max(sinceStart / count, 0)
}
