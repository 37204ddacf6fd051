import { datePattern } from './format.ts'

/**
 * Parses `20/11/2026` in the current order, also with a short year or no separators, or ISO order.
 * @param latest the last valid day: two-digit years that would be later belong to the last century
 */
export function parseTypedDate(text: string, latest?: string): string | undefined {
  const { order } = datePattern()
  const trimmed = text.trim()
  if (/^\d{8}$/.test(trimmed)) return inOrder(digitsIn(trimmed, order), order) ?? inOrder(digitsIn(trimmed, ISO), ISO)
  const parts = trimmed.split(/[\s./-]+/)
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return undefined
  return inOrder(parts, parts[0]?.length === 4 ? ISO : order, latest)
}

/** Inserts separators: the next digit after a complete part begins the next part. */
export function separateTypedDate(before: string, typed: string): string {
  if (!typed.startsWith(before) || typed.length !== before.length + 1) return typed
  const { order, separator } = datePattern()
  // These parts were the year of an ISO date.
  const year = /^(\d\d)\D(\d\d)-$/.exec(typed)
  if (year && before.includes(separator) && (separator !== '-' || Number(year[2]) > 12)) return `${year[1]}${year[2]}-`
  if (!/\d$/.test(typed)) return typed
  const parts = before.split(/[\s./-]/)
  const names = parts[0]?.length === 4 && parts.length > 1 ? ISO : order
  const isWhole = parts.length < names.length && parts.at(-1)?.length === digitsOf(names[parts.length - 1])
  const mark = /\D/.exec(before)?.[0] ?? separator
  return isWhole ? `${before}${mark}${typed.slice(-1)}` : typed
}

const digitsOf = (name: DatePart | undefined) => (name === 'year' ? 4 : 2)

function digitsIn(digits: string, order: readonly DatePart[]): string[] {
  let at = 0
  return order.map((name) => digits.slice(at, (at += digitsOf(name))))
}

function inOrder(parts: readonly string[], order: readonly DatePart[], latest?: string): string | undefined {
  const [year = '', month = '', day = ''] = ISO.map((part) => parts[order.indexOf(part)])
  const inCentury = (first: string) => `${first}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (year.length !== 2) return dateOrNone(inCentury(''))
  const date = inCentury('20')
  return dateOrNone(latest !== undefined && date > latest ? inCentury('19') : date)
}

function dateOrNone(date: string): string | undefined {
  return isDate(date) ? date : undefined
}

/** Returns `20/11/2026` for `2026-11-20`; leaves other texts unchanged. */
export function showTypedDate(calendarDate: string): string {
  return isDate(calendarDate) ? inPattern(calendarDate.split('-')) : calendarDate
}

export function typedDatePlaceholder(): string {
  return inPattern(['yyyy', 'mm', 'dd'])
}

type DatePart = 'year' | 'month' | 'day'
const ISO: readonly DatePart[] = ['year', 'month', 'day']

function inPattern(parts: readonly string[]): string {
  const { order, separator } = datePattern()
  return order.map((part) => parts[ISO.indexOf(part)]).join(separator)
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const midnight = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}
