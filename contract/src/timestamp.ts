export function toTimestamp(instant: number): string
export function toTimestamp(instant: number | null): string | null
export function toTimestamp(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}

/** Returns milliseconds since 1970; NaN for an invalid text. */
export function fromTimestamp(timestamp: string): number {
  return Date.parse(timestamp)
}
