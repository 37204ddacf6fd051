import { DAY_MS, MINUTE_MS } from '@greenhouse/contract'

/** ISO 8601 in UTC, both ends inclusive. */
export interface TimeRange {
  readonly from: string
  readonly to: string
}

export function inMs({ from, to }: TimeRange): { from: number; to: number } {
  return { from: Date.parse(from), to: Date.parse(to) }
}

export function inIso(from: number, to: number): TimeRange {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

/** Rounds the range, so that it is refetched rarely. */
const STEP_MS = 5 * MINUTE_MS
export const SPARKLINE_POINTS = 96

/** Returns the 24 hours up to the current step. */
export function lastDay(now: number): TimeRange {
  const to = Math.ceil(now / STEP_MS) * STEP_MS
  return { from: new Date(to - DAY_MS).toISOString(), to: new Date(to).toISOString() }
}
