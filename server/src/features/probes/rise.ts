import { HOUR_MS, MINUTE_MS } from '@greenhouse/contract'

/** Percentage points of soil moisture. */
const RISE = 10
const STAYS = 5
const RISE_WITHIN_MS = 15 * MINUTE_MS
const STAYS_AFTER_MS = 30 * MINUTE_MS
/** How far back a rise is looked for: readings that come later add no watering. */
export const SEEN_MS = 75 * MINUTE_MS
/** An entry this near is about the same water. */
export const SAME_WATER_MS = 2 * HOUR_MS

export interface Reading {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly value: number
}

/**
 * Returns when soil was watered: its moisture rose by 10 points within 15 minutes, and is 5 above its start half an hour
 * later. Readings are in the order of time.
 */
export function findRise(readings: readonly Reading[]): number | undefined {
  for (const [index, peak] of readings.entries()) {
    const start = lowestBefore(readings, index)
    if (start === undefined || peak.value - start < RISE) continue
    const later = readings.find(({ at }) => at >= peak.at + STAYS_AFTER_MS)
    if (later && later.value >= start + STAYS) return peak.at
  }
  return undefined
}

function lowestBefore(readings: readonly Reading[], index: number): number | undefined {
  const peak = readings[index]
  if (!peak) return undefined
  const before = readings.slice(0, index).filter(({ at }) => at >= peak.at - RISE_WITHIN_MS)
  return before.length === 0 ? undefined : Math.min(...before.map(({ value }) => value))
}
