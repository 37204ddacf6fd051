import { instantOf, wallClock } from '../../../platform/clock/wall-clock.ts'

/** From the first instant of a calendar year in a time zone to that of the next; milliseconds since 1970. */
export function yearRange(year: number, timeZone: string): { from: number; before: number } {
  return { from: instantOf(Date.UTC(year, 0, 1), timeZone), before: instantOf(Date.UTC(year + 1, 0, 1), timeZone) }
}

/** Returns the calendar year of an instant in a time zone. */
export function yearOf(instant: number, timeZone: string): number {
  return new Date(wallClock(instant, timeZone)).getUTCFullYear()
}
