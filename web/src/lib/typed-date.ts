import { datePattern } from './format.ts'

/**
 * A calendar date as it is typed, in the order of the format in use (`20/11/2026`, also with dots or dashes, two digits
 * for this century) or in ISO order, as `2026-11-20`; undefined when it is none.
 */
export function parseTypedDate(text: string): string | undefined {
  const parts = text.trim().split(/[\s./-]+/)
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return undefined
  const order = parts[0]?.length === 4 ? ISO_ORDER : datePattern().order
  const [year = '', month = '', day = ''] = ISO_ORDER.map((part) => parts[order.indexOf(part)])
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? date : undefined
}

/** `2026-11-20` as `20/11/2026`, in the format in use; anything else stays as it is. */
export function showTypedDate(calendarDate: string): string {
  return isDate(calendarDate) ? inPattern(calendarDate.split('-')) : calendarDate
}

/** `dd/mm/yyyy`, in the format in use. */
export function typedDatePlaceholder(): string {
  return inPattern(['yyyy', 'mm', 'dd'])
}

const ISO_ORDER = ['year', 'month', 'day'] as const

/** Year, month and day in the order of the format in use. */
function inPattern(parts: readonly string[]): string {
  const { order, separator } = datePattern()
  return order.map((part) => parts[ISO_ORDER.indexOf(part)]).join(separator)
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const midnight = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}
