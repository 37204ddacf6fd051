export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
/** A calendar day may have 23 or 25 hours; a day of the watering rules has 24. */
export const DAY_MS = 24 * HOUR_MS
