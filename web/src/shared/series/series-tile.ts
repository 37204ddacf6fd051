import type { Metric } from '@greenhouse/contract'

/** Values are in the unit of `metric`, times in milliseconds since 1970. */
export interface SeriesTile {
  readonly seriesId: string
  readonly deviceId: string
  readonly deviceName: string
  readonly metric: Metric
  readonly channel: string
  readonly label: string
  /** The interval of the device, or that of the sensor if it is longer. */
  readonly intervalSeconds: number
  readonly device: { readonly time: number | null; readonly intervalSeconds: number }
  readonly newest: { readonly time: number; readonly value: number } | null
  /** The last 24 hours; undefined while loading. */
  readonly day: SeriesDay | undefined
  readonly limits: Limits
  readonly href: string
}

export interface SeriesDay {
  /** 24 hours ago, or the first reading of a new device. */
  readonly from: number
  /** Whether the device has sent for less than 24 hours. */
  readonly isFirst: boolean
  readonly to: number
  readonly runs: ReadonlyArray<ReadonlyArray<{ readonly time: number; readonly value: number }>>
  /** At the place of the weather; empty while unknown. */
  readonly nights: ReadonlyArray<{ readonly from: number; readonly to: number }>
  readonly lowest: number | undefined
  readonly highest: number | undefined
  readonly intervalSeconds: number
}

/** The nearest limits of the rules on a series; a value equal to a limit breaks it. */
export interface Limits {
  readonly lower: number | undefined
  readonly upper: number | undefined
}

export const NO_LIMITS: Limits = { lower: undefined, upper: undefined }

/** Returns the limit that a value breaks; the upper one if it breaks both. */
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
