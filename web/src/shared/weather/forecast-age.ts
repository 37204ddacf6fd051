import { HOUR_MS, MINUTE_MS, type Forecast, type WeatherHour } from '@greenhouse/contract'
import { toCalendarDate } from '../../lib/dates.ts'

/** Server and browser each cache a forecast for 10 minutes; older ones are restored from storage. */
const OLD_AFTER_MS = 30 * MINUTE_MS

/** Returns the age in milliseconds of an outdated forecast; undefined for a current one. */
export function ageOfOld({ fetchedAt, stale }: Pick<Forecast, 'fetchedAt' | 'stale'>, now: number): number | undefined {
  const age = Math.max(now - Date.parse(fetchedAt), 0)
  return stale || age > OLD_AFTER_MS ? age : undefined
}

/** Returns the hours that are not over; a restored forecast begins in the past. */
export function comingHours(hours: readonly WeatherHour[], now: number): readonly WeatherHour[] {
  return hours.filter(({ time }) => Date.parse(time) > now - HOUR_MS)
}

export function comingDays<D extends { date: string }>(days: readonly D[], now: number): readonly D[] {
  return days.filter(({ date }) => date >= toCalendarDate(now))
}
