import { DAY_MS, HOUR_MS } from '@greenhouse/contract'
import { toCalendarDate } from '../../../lib/dates.ts'

interface StatisticsPoint {
  readonly time: number
  readonly average: number
  readonly min: number
  readonly max: number
}

interface StatisticsOptions {
  /** Length of a bucket in milliseconds; 0 if the points are readings. */
  readonly widthMs: number
  /** Time of the newest value, milliseconds since 1970: the last bucket may be incomplete. */
  readonly newest?: number | undefined
  /** In the unit of the points. */
  readonly above: number | undefined
  readonly below: number | undefined
}

interface Statistics {
  readonly lowest: { readonly value: number; readonly time: number }
  readonly highest: { readonly value: number; readonly time: number }
  /** Over the time that the points cover. */
  readonly mean: number
  /** Time at or beyond a limit; undefined without the limit. */
  readonly aboveMs: Bounds | undefined
  readonly belowMs: Bounds | undefined
}

/** A duration in milliseconds: exact for readings, an interval for buckets. */
export interface Bounds {
  readonly min: number
  readonly max: number
}

/** Shorter days are excluded from degree days and light. */
const DAY_MIN_MS = 18 * HOUR_MS

export function statisticsOf(
  runs: ReadonlyArray<readonly StatisticsPoint[]>,
  { widthMs, newest, above, below }: StatisticsOptions,
): Statistics | undefined {
  const points = runs.flat()
  const [first] = points
  if (!first) return undefined
  let [lowest, highest] = [first, first]
  for (const point of points) {
    if (point.min < lowest.min) lowest = point
    if (point.max > highest.max) highest = point
  }
  const shares = sharesOf(runs, widthMs)
  const total = shares.reduce((sum, { ms }) => sum + ms, 0)
  // Single readings cover no time, so each has the same weight.
  const mean =
    total === 0
      ? points.reduce((sum, { average }) => sum + average, 0) / points.length
      : shares.reduce((sum, { point, ms }) => sum + point.average * ms, 0) / total
  const upperBound = (isMet: (point: StatisticsPoint) => boolean) =>
    shares.reduce((sum, { point, ms }) => (isMet(point) ? sum + ms : sum), 0)
  // A newest value before the middle of its bucket is the time of the last point.
  const last = points.at(-1)
  const passed = newest === undefined || newest === last?.time ? 0 : newest - (last?.time ?? 0) + widthMs / 2
  const open = newest === undefined ? 0 : Math.max(widthMs - passed, 0)
  const lowerBound = (isMet: (point: StatisticsPoint) => boolean) =>
    upperBound(isMet) - (last && isMet(last) ? open : 0)
  return {
    lowest: { value: lowest.min, time: lowest.time },
    highest: { value: highest.max, time: highest.time },
    mean,
    // All values of a bucket are beyond a limit if the nearest one is, and some if the furthest one is.
    aboveMs:
      above === undefined
        ? undefined
        : { min: lowerBound((point) => point.min >= above), max: upperBound((point) => point.max >= above) },
    belowMs:
      below === undefined
        ? undefined
        : { min: lowerBound((point) => point.max <= below), max: upperBound((point) => point.min <= below) },
  }
}

export interface DaySum {
  readonly sum: number
  readonly days: number
  /** Days with too little coverage. */
  readonly leftOut: number
}

/** Sums growing degree days: the mean of a day's lowest and highest value, clamped to `base` and `top`, less `base`. */
export function degreeDays(
  runs: ReadonlyArray<readonly StatisticsPoint[]>,
  { widthMs, base, top }: { widthMs: number; base: number; top: number },
): DaySum {
  const counted = (value: number) => Math.min(Math.max(value, base), top)
  return sumOfDays(runs, widthMs, (shares) => {
    const lowest = Math.min(...shares.map(({ point }) => point.min))
    const highest = Math.max(...shares.map(({ point }) => point.max))
    return ((counted(lowest) + counted(highest)) / 2 - base) * daysOf(widthMs)
  })
}

/** Returns mol/m² of a flux in µmol/m²/s. */
export function dailyLight(runs: ReadonlyArray<readonly StatisticsPoint[]>, widthMs: number): DaySum {
  return sumOfDays(runs, widthMs, (shares) => shares.reduce((sum, { point, ms }) => sum + point.average * ms, 0) / 1e9)
}

interface Share {
  readonly point: StatisticsPoint
  readonly ms: number
}

function sumOfDays(
  runs: ReadonlyArray<readonly StatisticsPoint[]>,
  widthMs: number,
  ofDay: (shares: Share[]) => number,
): DaySum {
  const days = [...Map.groupBy(sharesOf(runs, widthMs), ({ point }) => toCalendarDate(point.time)).values()]
  const whole = days.filter((shares) => shares.reduce((all, { ms }) => all + ms, 0) >= DAY_MIN_MS)
  return {
    sum: whole.reduce((sum, shares) => sum + ofDay(shares), 0),
    days: whole.length * daysOf(widthMs),
    leftOut: days.length - whole.length,
  }
}

function daysOf(widthMs: number): number {
  return Math.max(Math.round(widthMs / DAY_MS), 1)
}

/** A bucket covers its length, a reading half of the time to each neighbour in its run. */
function sharesOf(runs: ReadonlyArray<readonly StatisticsPoint[]>, widthMs: number): Share[] {
  return runs.flatMap((run) =>
    run.map((point, index) => {
      const before = run[index - 1]?.time ?? point.time
      const after = run[index + 1]?.time ?? point.time
      return { point, ms: widthMs > 0 ? widthMs : (after - before) / 2 }
    }),
  )
}
