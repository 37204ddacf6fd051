import { DAY_MS } from '@greenhouse/contract'

/** Cached formatters: making one takes a hundred times as long as using it. */
const ZONES_MAX = 500

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the local time of a zone as if it were UTC; exact to the second before 1972. */
export function wallClock(instant: number, timeZone: string): number {
  const part = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of formatOf(timeZone).formatToParts(instant))
    if (type in part) part[type as keyof typeof part] = Number(value)
  const shown = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second)
  return shown + (((instant % 1000) + 1000) % 1000)
}

/** Returns the first instant at which a zone's clocks show a time (as if UTC) or, when it is skipped, a later one. */
export function instantOf(shown: number, timeZone: string): number {
  const offsetAt = (instant: number) => wallClock(instant, timeZone) - instant
  const [before, after] = [offsetAt(shown - DAY_MS), offsetAt(shown + DAY_MS)]
  const [first, last] = [shown - Math.max(before, after), shown - Math.min(before, after)]
  if (offsetAt(first) === shown - first) return first
  if (offsetAt(last) === shown - last) return last
  let [low, high] = [first, last]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle) === before) low = middle
    else high = middle
  }
  return high
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (format) return format
  if (formats.size >= ZONES_MAX) formats.clear()
  format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}
