/**
 * A calendar date as people here type it (`20/11/2026`, also with dots or dashes, two digits for this century, or
 * ISO order) as `2026-11-20`; undefined when it is none.
 */
export function parseTypedDate(text: string): string | undefined {
  const parts = text.trim().split(/[\s./-]+/)
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return undefined
  const [first = '', month = '', last = ''] = parts
  const [day, year] = first.length === 4 ? [last, first] : [first, last]
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? date : undefined
}

/** `2026-11-20` as `20/11/2026`; anything else stays as it is. */
export function showTypedDate(calendarDate: string): string {
  return isDate(calendarDate) ? calendarDate.split('-').toReversed().join('/') : calendarDate
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const midnight = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}
