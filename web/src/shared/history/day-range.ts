import { DAY_MS, MINUTE_MS } from '@greenhouse/contract'
import type { TimeRange } from './time-range.ts'

/** Rounds the range, so that it is refetched rarely. */
const STEP_MS = 5 * MINUTE_MS
export const SPARKLINE_POINTS = 96

/** Returns the 24 hours up to the current step. */
export function lastDay(now: number): TimeRange {
  const to = Math.ceil(now / STEP_MS) * STEP_MS
  return { from: new Date(to - DAY_MS).toISOString(), to: new Date(to).toISOString() }
}
