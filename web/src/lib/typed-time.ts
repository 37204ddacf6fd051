import { formatTime } from './format.ts'

const TIME = /^(\d{1,2})(?:[.:h ]?(\d{2}))?\s*([ap])?\.?m?\.?$/i

/** Returns `22:00` for `22.00`, `2200`, `22` or `10.00 PM`; undefined for what is no time. */
export function parseTime(typed: string): string | undefined {
  const [, hour = '', minute = '0', half] = TIME.exec(typed.replaceAll('\u00a0', ' ').trim()) ?? []
  if (hour === '') return undefined
  const [hours, minutes] = [Number(hour), Number(minute)]
  if (minutes > 59 || (half === undefined ? hours > 23 : hours < 1 || hours > 12)) return undefined
  const ofDay = half === undefined ? hours : (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(ofDay).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** Returns `22.00` for `22:00`. */
export function shownTime(time: string): string {
  return formatTime(new Date(`2026-01-01T${time}`))
}
