import { HOUR_MS, MINUTE_MS, type Forecast, type WeatherHour } from '@greenhouse/contract'
import { toCalendarDate } from '../../lib/dates.ts'

/** The server keeps a forecast for 10 minutes, and the browser asks again after 10; what is older was remembered. */
const OLD_AFTER_MS = 30 * MINUTE_MS

/** Milliseconds since the forecast was made, when it is not the current one; undefined when it is. */
export function ageOfOld({ fetchedAt, stale }: Pick<Forecast, 'fetchedAt' | 'stale'>, now: number): number | undefined {
  const age = Math.max(now - Date.parse(fetchedAt), 0)
  return stale || age > OLD_AFTER_MS ? age : undefined
}

/** The hours of a forecast that are not over: a remembered one begins in the past. */
export function comingHours(hours: readonly WeatherHour[], now: number): readonly WeatherHour[] {
  return hours.filter(({ time }) => Date.parse(time) > now - HOUR_MS)
}

/** The days of a forecast from today on. */
export function comingDays<D extends { date: string }>(days: readonly D[], now: number): readonly D[] {
  return days.filter(({ date }) => date >= toCalendarDate(now))
}
