import { setImmediate as breathe } from 'node:timers/promises'
import { addDays, DAY_KNOWN_MS, knownMs, sharesByDate, startOfDate, type CalendarDate } from '@greenhouse/contract'
import type { TimeSeries } from '@greenhouse/timeseries'
import { hoursOf, sharesOfHours, type StoredSensor } from './hours.ts'

/** Days whose degrees are counted at most, for older plants. */
const DAYS_COUNTED_MAX = 3660
/** Days whose hours are in memory at once. */
const DAYS_AT_ONCE = 366

/** A day that is known well enough, and its extremes in °C. */
export interface WarmDay {
  readonly date: CalendarDate
  readonly lowest: number
  readonly highest: number
}

interface Span {
  readonly zone: string
  readonly since: CalendarDate
  /** The first date that does not count. */
  readonly end: CalendarDate
}

/** Returns the days of a thermometer, the oldest first, and how many were left out because too little of them is known. */
export async function warmDays(
  timeSeries: Pick<TimeSeries, 'points'>,
  sensor: StoredSensor,
  { zone, since, end }: Span,
): Promise<{ days: WarmDay[]; leftOut: number }> {
  const found = { days: new Array<WarmDay>(), leftOut: 0 }
  for (let date = since; date < end;) {
    const next = addDays(date, DAYS_AT_ONCE)
    const until = next < end ? next : end
    const range = { from: startOfDate(date, zone), to: startOfDate(until, zone) }
    for (const [day, shares] of sharesByDate(sharesOfHours(await hoursOf(timeSeries, sensor, range)), zone)) {
      if (knownMs(shares) < DAY_KNOWN_MS) found.leftOut += 1
      else {
        const lowest = Math.min(...shares.map(({ point }) => point.min))
        const highest = Math.max(...shares.map(({ point }) => point.max))
        found.days.push({ date: day, lowest, highest })
      }
    }
    date = until
    await breathe()
  }
  return found
}

/** Returns the date from which the degree days of a plant count. */
export function countedSince(planted: CalendarDate, today: CalendarDate): CalendarDate {
  const earliest = addDays(today, -DAYS_COUNTED_MAX)
  return planted > earliest ? planted : earliest
}
