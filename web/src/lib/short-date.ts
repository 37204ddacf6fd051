import { startOfDay } from './dates.ts'
import { datePattern, formatDate } from './format.ts'

/** Returns `19/06` for a calendar date in the year of `today`, else `19/06/2027`. */
export function shortDate(date: string, today: string): string {
  if (date.slice(0, -6) !== today.slice(0, -6)) return formatDate(startOfDay(date))
  const { order, separator } = datePattern()
  const parts = { day: date.slice(-2), month: date.slice(-5, -3) }
  return order
    .filter((part) => part !== 'year')
    .map((part) => parts[part])
    .join(separator)
}
