import { addMonths, dateIn, partsOf, startOfDate } from '@greenhouse/contract'

/** From the first instant of a calendar year in a time zone to that of the next; milliseconds since 1970. */
export function yearRange(year: number, timeZone: string): { from: number; before: number } {
  const first = `${year}-01-01`
  return { from: startOfDate(first, timeZone), before: startOfDate(addMonths(first, 12), timeZone) }
}

/** Returns the calendar year of an instant in a time zone. */
export function yearOf(instant: number, timeZone: string): number {
  return partsOf(dateIn(instant, timeZone))[0]
}
