import { sumOfDays, type DaySum, type SpanPoint, type Spacing } from './day-shares.ts'
import { DAY_MS } from './durations.ts'

/** Between which temperatures a plant grows, °C or the unit of the values. */
export interface GrowthBounds {
  readonly base: number
  readonly top: number
}

/** For plants of unknown needs, °C. */
export const GROWTH_BOUNDS: GrowthBounds = { base: 10, top: 30 }

/**
 * Returns the degree days of a day: the mean of its highest and its lowest temperature above `base`. Both are clamped to the
 * bounds before the mean (McMaster and Wilhelm 1997, Agricultural and Forest Meteorology 87, 291-300, method 2).
 */
export function degreesOfDay(highest: number, lowest: number, { base, top }: GrowthBounds): number {
  const counted = (value: number) => Math.min(Math.max(value, base), top)
  return (counted(highest) + counted(lowest)) / 2 - base
}

/**
 * Sums the degree days of temperatures, in the unit of these, over the dates of a time zone. Days with less than 18 known hours
 * are left out.
 */
export function degreeDays(
  runs: ReadonlyArray<readonly SpanPoint[]>,
  { base, top, ...spacing }: Spacing & GrowthBounds & { readonly zone: string },
): DaySum {
  return sumOfDays(runs, spacing, (shares) => {
    const lowest = Math.min(...shares.map(({ point }) => point.min))
    const highest = Math.max(...shares.map(({ point }) => point.max))
    return degreesOfDay(highest, lowest, { base, top }) * Math.max(Math.round(spacing.widthMs / DAY_MS), 1)
  })
}
