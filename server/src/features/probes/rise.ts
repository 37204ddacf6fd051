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
 * later. Readings are in the order of time; the work grows with their number only.
 */
export function findRise(readings: readonly Reading[]): number | undefined {
  /** Readings of the last 15 minutes without a lower later one: the lowest is the first. */
  const low: Reading[] = []
  let after = 0
  for (const peak of readings) {
    while (low[0] && low[0].at < peak.at - RISE_WITHIN_MS) low.shift()
    const start = low[0]?.value
    if (start !== undefined && peak.value - start >= RISE) {
      while ((readings[after]?.at ?? Infinity) < peak.at + STAYS_AFTER_MS) after++
      const later = readings[after]
      if (later && later.value >= start + STAYS) return peak.at
    }
    while ((low.at(-1)?.value ?? -Infinity) >= peak.value) low.pop()
    low.push(peak)
  }
  return undefined
}
