import { zonedTime } from '../../../platform/clock/zoned-time.ts'

/** From the first instant of a calendar year in a time zone to that of the next; milliseconds since 1970. */
export function yearRange(year: number, timeZone: string): { from: number; before: number } {
  const first = zonedTime(0, timeZone).with({ year, month: 1, day: 1 })
  return { from: first.startOfDay().epochMilliseconds, before: first.add({ years: 1 }).startOfDay().epochMilliseconds }
}

/** Returns the calendar year of an instant in a time zone. */
export function yearOf(instant: number, timeZone: string): number {
  return zonedTime(instant, timeZone).year
}
