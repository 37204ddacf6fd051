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
