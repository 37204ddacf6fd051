import { DAY_MS, MINUTE_MS } from '@greenhouse/contract'
import type { TimeRange } from './time-range.ts'

/** The range of the last day moves on in steps, so that it is asked for once in a while and not with every tick. */
const STEP_MS = 5 * MINUTE_MS
/** So many points a day are enough for a small line. */
export const SPARKLINE_POINTS = 96

/** The last 24 hours, ending with the current step of five minutes. */
export function lastDay(now: number): TimeRange {
  const to = Math.ceil(now / STEP_MS) * STEP_MS
  return { from: new Date(to - DAY_MS).toISOString(), to: new Date(to).toISOString() }
}
