import { DAY_MS } from '@greenhouse/contract'
import { formatDay, formatTime } from './format.ts'

/** Returns the time, with the date unless it is today: `13.40`, `20 Nov 13.40`. */
export function momentWords(instant: string, now: number): string {
  const time = formatTime(instant)
  const isToday = new Date(instant).toDateString() === new Date(now).toDateString()
  if (isToday) return time
  const isThisYear = Math.abs(now - Date.parse(instant)) < 300 * DAY_MS
  return `${formatDay(instant)}${isThisYear ? '' : ` ${new Date(instant).getFullYear()}`} ${time}`
}
