import type { Metric } from '@greenhouse/contract'

/** Everything that the tile of one series shows. Values are in the unit of `metric`, times in milliseconds since 1970. */
export interface SeriesTile {
  readonly seriesId: string
  readonly deviceId: string
  readonly deviceName: string
  readonly metric: Metric
  readonly channel: string
  readonly label: string
  /** How often the device reports, or the sensor by its last values, where that is less often. */
  readonly intervalSeconds: number
  /** When the device sent its newest value, and how often it reports. */
  readonly device: { readonly time: number | null; readonly intervalSeconds: number }
  readonly newest: { readonly time: number; readonly value: number } | null
  /** The last 24 hours; undefined while they are loading. */
  readonly day: SeriesDay | undefined
  readonly limits: Limits
  /** The page with more about the series. */
  readonly href: string
}

export interface SeriesDay {
  readonly from: number
  readonly to: number
  /** Unbroken runs in order of time. */
  readonly runs: ReadonlyArray<ReadonlyArray<{ readonly time: number; readonly value: number }>>
  /** The nights at the place of the weather; none while that is not known. */
  readonly nights: ReadonlyArray<{ readonly from: number; readonly to: number }>
  readonly lowest: number | undefined
  readonly highest: number | undefined
  /** As that of the tile. */
  readonly intervalSeconds: number
}

/** The nearest limits of the conditions on a series: a value at or beyond one of them breaks it. */
export interface Limits {
  readonly lower: number | undefined
  readonly upper: number | undefined
}

export const NO_LIMITS: Limits = { lower: undefined, upper: undefined }

/** Which of its limits a value breaks; the upper one when it breaks both. */
export function brokenLimit(
  value: number | undefined,
  { lower, upper }: Limits,
): { readonly side: 'above' | 'below'; readonly limit: number } | undefined {
  if (value === undefined) return undefined
  if (upper !== undefined && value >= upper) return { side: 'above', limit: upper }
  if (lower !== undefined && value <= lower) return { side: 'below', limit: lower }
  return undefined
}

export function isBroken({ newest, limits }: Pick<SeriesTile, 'newest' | 'limits'>): boolean {
  return brokenLimit(newest?.value, limits) !== undefined
}
