import { addDays, dateIn, instantOf, startOfDate, weekdayOf, type CalendarDate, type Task } from '@greenhouse/contract'

const EVENING_MINUTES = 18 * 60
const SATURDAY = 6
/** Tasks can be snoozed for a year. */
const DAYS_MAX = 365

export interface SnoozeTime {
  readonly label: 'This evening' | 'Tomorrow' | 'In 3 days' | 'Next weekend'
  readonly date: CalendarDate
  readonly until: number
}

/** Returns the times that a task can be snoozed until, in the household's zone. Earlier ones than its due would move nothing. */
export function snoozeTimes({ dueAt }: Pick<Task, 'dueAt'>, now: number, zone: string): SnoozeTime[] {
  const date = dateIn(now, zone)
  const onDay = (label: SnoozeTime['label'], days: number): SnoozeTime => {
    const day = addDays(date, days)
    return { label, date: day, until: startOfDate(day, zone) }
  }
  const evening: SnoozeTime = { label: 'This evening', date, until: instantOf(date, EVENING_MINUTES, zone) }
  const untilSaturday = (SATURDAY - weekdayOf(date) + 7) % 7 || 7
  const times = [evening, onDay('Tomorrow', 1), onDay('In 3 days', 3), onDay('Next weekend', untilSaturday)]
  const earliest = Math.max(now, dueAt === null ? now : Date.parse(dueAt))
  return times.filter(({ until }) => until > earliest)
}

/** Returns the start of a typed date in the zone, or what is wrong with it. */
export function snoozeUntil(
  { dueAt }: Pick<Task, 'dueAt'>,
  typed: string,
  { now, zone }: { now: number; zone: string },
): { until: number } | { error: string } {
  const date = dateIn(now, zone)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(typed)) return { error: 'Enter a date' }
  if (typed <= date) return { error: 'Choose a day after today' }
  if (typed > addDays(date, DAYS_MAX)) return { error: 'Choose a day within a year' }
  const until = startOfDate(typed, zone)
  return dueAt !== null && until <= Date.parse(dueAt) ? { error: 'It is due later than that' } : { until }
}
