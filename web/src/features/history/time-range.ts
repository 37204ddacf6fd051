/** A range of time, ISO 8601 in UTC, both ends included. */
export interface TimeRange {
  readonly from: string
  readonly to: string
}
