export type Instant = number | string | Date

/** Returns the local date, `2026-11-20`. */
export function toCalendarDate(instant: Instant): string {
  const day = new Date(instant)
  const [month, dayOfMonth] = [day.getMonth() + 1, day.getDate()].map((number) => String(number).padStart(2, '0'))
  return `${String(day.getFullYear()).padStart(4, '0')}-${month}-${dayOfMonth}`
}

export function startOfDay(calendarDate: string): Date {
  return midnight(calendarDate, 0)
}

/** Returns the last millisecond of a calendar date; a day may have 23 or 25 hours. */
export function endOfDay(calendarDate: string): Date {
  return new Date(midnight(calendarDate, 1).getTime() - 1)
}

function midnight(calendarDate: string, daysLater: number): Date {
  const [year = 0, month = 1, day = 1] = calendarDate.split('-').map(Number)
  const instant = new Date(year, month - 1, day + daysLater)
  // The Date constructor maps two-digit years to the 20th century.
  instant.setFullYear(year, month - 1, day + daysLater)
  return instant
}
