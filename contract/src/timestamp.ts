/** Returns an instant, in milliseconds since 1970, as the timestamp of the wire (ISO 8601, UTC); null for null. */
export function toTimestamp(instant: number): string
export function toTimestamp(instant: number | null): string | null
export function toTimestamp(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}

/** Returns a timestamp (ISO 8601) as milliseconds since 1970; NaN for a text that is none. */
export function fromTimestamp(timestamp: string): number {
  return Date.parse(timestamp)
}
