import { DAY_MS, HOUR_MS, MINUTE_MS } from '@greenhouse/contract'

/** All dates, times and numbers as people here read them: da-DK, in the time zone of the browser. */
const LOCALE = 'da-DK'

const date = onFirstUse(() => new Intl.DateTimeFormat(LOCALE, { day: '2-digit', month: '2-digit', year: 'numeric' }))
const time = onFirstUse(() => new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' }))
const timeWithSeconds = onFirstUse(
  () => new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', second: '2-digit' }),
)
const weekday = onFirstUse(() => new Intl.DateTimeFormat(LOCALE, { weekday: 'short', day: 'numeric', month: 'short' }))
const dayAndMonth = onFirstUse(() => new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' }))
const age = onFirstUse(() => new Intl.RelativeTimeFormat('en', { numeric: 'always' }))
const numbers = new Map<number, Intl.NumberFormat>()

/** An instant: milliseconds since 1970, ISO text or a Date. */
export type Instant = number | string | Date

/** `20/11/2026` */
export function formatDate(instant: Instant): string {
  const parts = date()
    .formatToParts(new Date(instant))
    .filter(({ type }) => type !== 'literal')
  return parts.map(({ value }) => value).join('/')
}

/** `09.41` */
export function formatTime(instant: Instant): string {
  return time().format(new Date(instant))
}

/** `09.41.08` */
export function formatClock(instant: Instant): string {
  return timeWithSeconds().format(new Date(instant))
}

/** `fre. 20. nov.` */
export function formatWeekday(instant: Instant): string {
  return weekday().format(new Date(instant))
}

/** `20. nov.` */
export function formatDay(instant: Instant): string {
  return dayAndMonth().format(new Date(instant))
}

/** `20/11/2026, 09.41` */
export function formatDateTime(instant: Instant): string {
  return `${formatDate(instant)}, ${formatTime(instant)}`
}

/** `1.013,2` with exactly that many decimals; never `-0`. */
export function formatNumber(value: number, decimals: number): string {
  const format =
    numbers.get(decimals) ??
    new Intl.NumberFormat(LOCALE, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay: 'negative',
    })
  numbers.set(decimals, format)
  return format.format(value)
}

const STEPS = [
  ['second', 1000, MINUTE_MS],
  ['minute', MINUTE_MS, HOUR_MS],
  ['hour', HOUR_MS, DAY_MS],
  ['day', DAY_MS, Infinity],
] as const

/** How long ago, of a length in milliseconds: `8 seconds ago`, `3 days ago`, `just now` under a second. */
export function formatAge(ms: number): string {
  if (ms < 1000) return 'just now'
  const [unit, length] = STEPS.find(([, , below]) => ms < below) ?? STEPS[3]
  return age().format(-Math.floor(ms / length), unit)
}

/** The calendar date of an instant, `2026-11-20`. */
export function toCalendarDate(instant: Instant): string {
  const day = new Date(instant)
  const [month, dayOfMonth] = [day.getMonth() + 1, day.getDate()].map((number) => String(number).padStart(2, '0'))
  return `${String(day.getFullYear()).padStart(4, '0')}-${month}-${dayOfMonth}`
}

/** The first instant of a calendar date. */
export function startOfDay(calendarDate: string): Date {
  return midnight(calendarDate, 0)
}

/** The last instant of a calendar date; a day may have 23 or 25 hours. */
export function endOfDay(calendarDate: string): Date {
  return new Date(midnight(calendarDate, 1).getTime() - 1)
}

function midnight(calendarDate: string, daysLater: number): Date {
  const [year = 0, month = 1, day = 1] = calendarDate.split('-').map(Number)
  const instant = new Date(year, month - 1, day + daysLater)
  // Two-digit years would be taken for the last century.
  instant.setFullYear(year, month - 1, day + daysLater)
  return instant
}

/** Creates a formatter when it is first used. Each takes a phone some milliseconds, too long for the start of the page. */
function onFirstUse<Formatter>(create: () => Formatter): () => Formatter {
  let formatter: Formatter | undefined
  return () => (formatter ??= create())
}
