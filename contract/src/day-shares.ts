import { DAY_MS, HOUR_MS } from './durations.ts'
import { dateIn, type CalendarDate } from './zoned-date.ts'

/** A reading, or the readings of a bucket at its middle. `time`: milliseconds since 1970. */
export interface SpanPoint {
  readonly time: number
  readonly average: number
  readonly min: number
  readonly max: number
}

/** A point, and how long its value counts. */
export interface Share {
  readonly point: SpanPoint
  readonly ms: number
}

export interface Spacing {
  /** Length of a bucket in milliseconds; 0 if the points are readings. */
  readonly widthMs: number
  /** The longest distance of two buckets that is no gap; by default what they are long. */
  readonly bridgeMs?: number
  /** Nothing counts after this instant, such as now. */
  readonly until?: number
}

export interface DaySum {
  readonly sum: number
  readonly days: number
  /** Days with too little coverage. */
  readonly leftOut: number
}

/** Shorter days count for no sum of a day. */
export const DAY_KNOWN_MS = 18 * HOUR_MS

/** A bucket covers its length, a reading half of the time to each neighbour in its run. */
export function sharesOf(
  runs: ReadonlyArray<readonly SpanPoint[]>,
  { widthMs, bridgeMs = widthMs, until = Infinity }: Spacing,
): Share[] {
  const reach = (gap: number | undefined) => {
    if (widthMs === 0) return (gap ?? 0) / 2
    return (gap !== undefined && gap <= bridgeMs ? Math.max(gap, widthMs) : widthMs) / 2
  }
  return runs.flatMap((run) =>
    run.map((point, index) => {
      const before = reach(distance(run[index - 1], point))
      const after = Math.min(reach(distance(point, run[index + 1])), until - point.time)
      return { point, ms: Math.max(before + after, 0) }
    }),
  )
}

function distance(one: SpanPoint | undefined, next: SpanPoint | undefined): number | undefined {
  return one && next ? next.time - one.time : undefined
}

/** Returns the shares of each date of a time zone. */
export function sharesByDate(shares: readonly Share[], zone: string): Map<CalendarDate, Share[]> {
  return Map.groupBy(shares, ({ point }) => dateIn(point.time, zone))
}

/** Returns the known time in milliseconds. */
export function knownMs(shares: readonly Share[]): number {
  return shares.reduce((sum, { ms }) => sum + ms, 0)
}

/** Adds up a quantity of days that are known well enough. A bucket of several days counts for each of them. */
export function sumOfDays(
  runs: ReadonlyArray<readonly SpanPoint[]>,
  { zone, ...spacing }: Spacing & { readonly zone: string },
  ofDay: (shares: readonly Share[]) => number,
): DaySum {
  const days = [...sharesByDate(sharesOf(runs, spacing), zone).values()]
  const whole = days.filter((shares) => knownMs(shares) >= DAY_KNOWN_MS)
  return {
    sum: whole.reduce((sum, shares) => sum + ofDay(shares), 0),
    days: whole.length * Math.max(Math.round(spacing.widthMs / DAY_MS), 1),
    leftOut: days.length - whole.length,
  }
}
