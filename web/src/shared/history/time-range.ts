/** A range of time, ISO 8601 in UTC, both ends included. */
export interface TimeRange {
  readonly from: string
  readonly to: string
}

/** The two ends in milliseconds since 1970. */
export function inMs({ from, to }: TimeRange): { from: number; to: number } {
  return { from: Date.parse(from), to: Date.parse(to) }
}

/** The range between two instants, milliseconds since 1970. */
export function inIso(from: number, to: number): TimeRange {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}
