import { DAY_MS, HOUR_MS, MINUTE_MS } from '@greenhouse/contract'
import type { Instant } from './dates.ts'

/** The locale determines order, separators and the decimal mark. Names of days and months are always English. */
export interface Format {
  readonly locale: string
  readonly twelveHours: boolean
}

export const DANISH: Format = { locale: 'da-DK', twelveHours: false }

type DatePart = 'day' | 'month' | 'year'

/** `20/11/2026` is day, month, year with a slash. */
interface DatePattern {
  readonly order: readonly DatePart[]
  readonly separator: string
}

export function browserLocale(): string {
  return new Intl.DateTimeFormat().resolvedOptions().locale
}

/** Danish dates use slashes, not the dots of da-DK. */
const DANISH_PATTERN: DatePattern = { order: ['day', 'month', 'year'], separator: '/' }

const WRITE: Readonly<Record<DatePart, (date: Date) => string>> = {
  day: (date) => twoDigits(date.getDate()),
  month: (date) => twoDigits(date.getMonth() + 1),
  year: (date) => String(date.getFullYear()),
}

const NO_BREAK_SPACE = '\u00a0'
const MINUS = '\u2212'
/** Western digits and the Gregorian calendar match the English text around them. */
const DIGITS = { numberingSystem: 'latn', calendar: 'gregory' } as const

let current = DANISH
let made = createFormatters(current)
const listeners = new Set<() => void>()

export function currentFormat(): Format {
  return current
}

export function setFormat(format: Format): void {
  if (format.locale === current.locale && format.twelveHours === current.twelveHours) return
  current = format
  made = createFormatters(format)
  for (const listener of listeners) listener()
}

export function onFormatChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function datePattern(): DatePattern {
  return made.pattern()
}

/** Returns `20/11/2026`. */
export function formatDate(instant: Instant): string {
  const { order, separator } = made.pattern()
  return order.map((part) => WRITE[part](new Date(instant))).join(separator)
}

/** Returns `20/11`. */
export function formatShortDate(instant: Instant): string {
  const { order, separator } = made.pattern()
  const parts = order.filter((part) => part !== 'year')
  return parts.map((part) => WRITE[part](new Date(instant))).join(separator)
}

/** Returns `09.41`, or `9.41 AM`. */
export function formatTime(instant: Instant): string {
  return writeTime(new Date(instant), false)
}

/** Returns `09.41.08`, or `9.41.08 AM`. */
export function formatClock(instant: Instant): string {
  return writeTime(new Date(instant), true)
}

/** Returns `Fri 20 Nov`, or `Fri, Nov 20` where the month comes first. */
export function formatWeekday(instant: Instant): string {
  const { weekday, day, month } = namedParts(instant)
  return isDayFirst() ? `${weekday} ${day} ${month}` : `${weekday}, ${month} ${day}`
}

/** Returns `20 Nov`, or `Nov 20` where the month comes first. */
export function formatDay(instant: Instant): string {
  const { day, month } = namedParts(instant)
  return isDayFirst() ? `${day} ${month}` : `${month} ${day}`
}

/** Returns `20/11/2026, 09.41`. */
export function formatDateTime(instant: Instant): string {
  return `${formatDate(instant)}, ${formatTime(instant)}`
}

/** Returns `1.013,2` or `−3,5` with a fixed number of decimals; never `−0`. */
export function formatNumber(value: number, decimals: number): string {
  return made
    .number(decimals)
    .formatToParts(value)
    .map(({ type, value: text }) => (type === 'minusSign' ? MINUS : text.replace(/[\u200e\u200f\u061c]/g, '')))
    .join('')
}

/** Joins a number and its unit with a non-breaking space: `21,4 °C`. */
export function withUnit(text: string, unit: string): string {
  return unit === '' ? text : `${text}${NO_BREAK_SPACE}${unit}`
}

/** Returns `zones, beds and benches`. */
export function formatList(words: readonly string[]): string {
  return list().format(words)
}
const list = onFirstUse(() => new Intl.ListFormat('en-GB'))

/** Orders names as a reader would: `Bed 2` before `Bed 10`. */
export function compareNames(one: string, other: string): number {
  return names().compare(one, other)
}
const names = onFirstUse(() => new Intl.Collator('en', { numeric: true }))

const STEPS = [
  ['second', 1000, MINUTE_MS],
  ['minute', MINUTE_MS, HOUR_MS],
  ['hour', HOUR_MS, DAY_MS],
  ['day', DAY_MS, Infinity],
] as const
const age = onFirstUse(() => new Intl.RelativeTimeFormat('en', { numeric: 'always' }))

/** Formats an age in milliseconds: `8 seconds ago`, `3 days ago`, `just now` under a second. */
export function formatAge(ms: number): string {
  if (ms < 1000) return 'just now'
  const [unit, length] = STEPS.find(([, , below]) => ms < below) ?? STEPS[3]
  return age().format(-Math.floor(ms / length), unit)
}

/** Formats an age in milliseconds briefly: `12 s`, `9 min`, `3 h`, `5 d`. */
export function formatShortAge(ms: number): string {
  const [unit, length] = STEPS.find(([, , below]) => ms < below) ?? STEPS[3]
  return withUnit(String(Math.floor(Math.max(ms, 0) / length)), SHORT_UNITS[unit])
}

const SHORT_UNITS = { second: 's', minute: 'min', hour: 'h', day: 'd' } as const

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

function namedParts(instant: Instant): { weekday: string; day: string; month: string } {
  const date = new Date(instant)
  return {
    weekday: WEEKDAYS[date.getDay()] ?? '',
    day: String(date.getDate()),
    month: MONTHS[date.getMonth()] ?? '',
  }
}

function isDayFirst(): boolean {
  const { order } = made.pattern()
  return order.indexOf('day') < order.indexOf('month')
}

function writeTime(instant: Date, withSeconds: boolean): string {
  const separator = made.timeSeparator()
  const hours = instant.getHours()
  const smaller = [instant.getMinutes(), ...(withSeconds ? [instant.getSeconds()] : [])].map(twoDigits)
  if (!current.twelveHours) return [twoDigits(hours), ...smaller].join(separator)
  return withUnit([hours % 12 || 12, ...smaller].join(separator), hours < 12 ? 'AM' : 'PM')
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

/** Creates each formatter on first use: the first one of dates takes a phone 100 ms, and the default needs none. */
function createFormatters({ locale }: Format) {
  const numbers = new Map<number, Intl.NumberFormat>()
  return {
    pattern: onFirstUse(() => (locale === DANISH.locale ? DANISH_PATTERN : patternOf(locale))),
    timeSeparator: onFirstUse(() => (locale === DANISH.locale ? '.' : timeSeparatorOf(locale))),
    number: (decimals: number): Intl.NumberFormat => {
      const known = numbers.get(decimals) ?? numberFormat(locale, decimals)
      numbers.set(decimals, known)
      return known
    },
  }
}

function numberFormat(locale: string, decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  })
}

function patternOf(locale: string): DatePattern {
  const date = new Intl.DateTimeFormat(locale, { ...DIGITS, day: '2-digit', month: '2-digit', year: 'numeric' })
  const parts = date.formatToParts(new Date(0))
  const order = parts.map(({ type }) => type).filter((type): type is DatePart => /^(?:day|month|year)$/.test(type))
  const between = parts.find(({ type, value }) => type === 'literal' && /[./-]/.test(value))?.value
  return { order, separator: /[./-]/.exec(between ?? '')?.[0] ?? '/' }
}

/** Returns `.` or `:`; a colon for locales that write words between hours and minutes. */
function timeSeparatorOf(locale: string): string {
  const time = new Intl.DateTimeFormat(locale, { ...DIGITS, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const literal = time.formatToParts(new Date(0)).find(({ type }) => type === 'literal')?.value
  return literal === '.' ? '.' : ':'
}

function onFirstUse<Made>(create: () => Made): () => Made {
  let value: Made | undefined
  return () => (value ??= create())
}
