import { Hours } from './active-hours.ts'
import { PreviewRun, type PreviewEpisode, type TimeRange } from './preview-run.ts'
import type { RuleMeaning } from './rule-meaning.ts'

/** Readings of a series in order of time; `at` in milliseconds since 1970. */
export interface Readings {
  readonly at: Float64Array
  readonly values: Float64Array
}

/** The episodes that a rule would have opened. Times in milliseconds since 1970. */
export interface Firings {
  readonly count: number
  /** An open episode lasts until the end of the range. */
  readonly openMs: number
  /** The newest 1,000, the oldest of them first. */
  readonly episodes: readonly PreviewEpisode[]
}

/** Above this number the server counts. */
export const COUNTED_READINGS_MAX = 50_000

/**
 * Returns the episodes that a rule opens on the readings of a range. None begins before the range.
 *
 * @param readings for `changing` also those of its minutes before the range
 */
export function countFirings(rule: RuleMeaning, { at, values }: Readings, { from, to }: TimeRange): Firings {
  const run = new PreviewRun(rule, rule.activeHours === 'always' ? undefined : new Hours(rule.activeHours, rule.place))
  const end = firstAt(at, to)
  const start = rule.kind === 'changing' ? firstAt(at, from - run.lookBackMs) : firstAt(at, from)
  run.add({ at, values, start, end }, from)
  return { count: run.count, openMs: run.openMs(to), episodes: run.episodes }
}

/** Returns the index of the first reading from an instant on. */
function firstAt(at: Float64Array, instant: number): number {
  let [low, high] = [0, at.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (at[middle]! < instant) low = middle + 1
    else high = middle
  }
  return low
}
