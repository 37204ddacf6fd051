import { DAY_MS } from './durations.ts'
import type { TaskKind } from './task-kinds.ts'
import {
  addDays,
  addMonths,
  dateIn,
  dateInMonth,
  daysBetween,
  partsOf,
  startOfDate,
  weekdayOf,
  type CalendarDate,
} from './zoned-date.ts'

export const repeats = ['once', 'after', 'weekly', 'monthly', 'yearly'] as const
export type Repeat = (typeof repeats)[number]

export const repeatUnits = ['day', 'week', 'month', 'year'] as const
export type RepeatUnit = (typeof repeatUnits)[number]

/** A part of each year with another interval; null rests. From one day of the year to another, both included, `11-01`. */
export interface Season {
  readonly from: string
  readonly to: string
  readonly every: number | null
}

/** When a task is due. Fields that its `repeat` does not use are ignored. */
export interface TaskPlan {
  readonly kind: TaskKind
  readonly repeat: Repeat
  readonly every: number
  readonly unit: RepeatUnit
  /** 1 for Monday to 7. */
  readonly weekdays: readonly number[]
  readonly monthDay: number
  readonly month: number
  readonly startsOn: CalendarDate
  readonly seasons: readonly Season[]
}

/**
 * Returns when a task is due after it was done or skipped last, in milliseconds since 1970; null when it is never due again.
 * Without a base it counts from its first day.
 */
export function taskDueAt(plan: TaskPlan, baseAt: number | null, zone: string): number | null {
  if (plan.repeat === 'once') return baseAt === null ? startOfDate(plan.startsOn, zone) : null
  if (plan.repeat === 'after') return afterRest(plan, intervalEnd(plan, baseAt, zone), zone)
  const date = nextOccurrence(plan, baseAt === null ? null : dateIn(baseAt, zone))
  return date === null ? null : startOfDate(date, zone)
}

/** Returns when a task is due on the screen: a snooze moves it, never the plan. */
export function effectiveDueAt(dueAt: number | null, snoozedUntil: number | null): number | null {
  return dueAt === null ? null : Math.max(dueAt, snoozedUntil ?? dueAt)
}

/**
 * Returns the interval of a watering plan for clients that know no other: days of the plan outside of its seasons, at most 365.
 * Null for a plan that ends when it was done.
 */
export function waterEveryOf({
  repeat,
  every,
  unit,
  weekdays,
}: Pick<TaskPlan, 'repeat' | 'every' | 'unit' | 'weekdays'>): number | null {
  if (repeat === 'once') return null
  if (repeat === 'after') return Math.min(every * DAYS_OF[unit], DAYS_OF.year)
  if (repeat === 'weekly') return Math.ceil(7 / Math.max(weekdays.length, 1))
  return repeat === 'monthly' ? DAYS_OF.month : DAYS_OF.year
}

const DAYS_OF = { day: 1, week: 7, month: 30, year: 365 } as const

/** Returns the interval at which a task was really done, in the unit of its plan, from its newest times; undefined for few. */
export function suggestedEvery(doneAt: readonly number[], unit: RepeatUnit): number | undefined {
  const newest = doneAt.toSorted((one, other) => other - one).slice(0, INTERVALS + 1)
  const [first, last] = [newest[0], newest.at(-1)]
  if (first === undefined || last === undefined || newest.length < 3) return undefined
  const days = (first - last) / (newest.length - 1) / DAY_MS
  return Math.min(Math.max(Math.round(days / DAYS_OF[unit]), 1), EVERY_MAX)
}

export const EVERY_MAX = 365
const INTERVALS = 5

/** Returns the dates on which a task comes up until a date, as if it were done on each of them. The first may be overdue. */
export function upcoming(
  plan: TaskPlan,
  dueAt: number | null,
  { zone, until, limit }: { readonly zone: string; readonly until: CalendarDate; readonly limit: number },
): CalendarDate[] {
  const dates: CalendarDate[] = []
  let next = dueAt
  while (next !== null && dates.length < limit) {
    const date = dateIn(next, zone)
    if (date > until) break
    dates.push(date)
    next = taskDueAt(plan, next, zone)
  }
  return dates
}

/** Whether the plan rests on a date. */
export function rests(plan: Pick<TaskPlan, 'seasons'>, date: CalendarDate): boolean {
  return seasonOf(plan, date)?.every === null
}

/** Whether seasons leave no day of the year on which a task can be due. */
export function restsAllYear(seasons: readonly Season[]): boolean {
  return everyDayOfYear().every((date) => rests({ seasons }, date))
}

/** Whether a day of the year is in two seasons. */
export function seasonsOverlap(seasons: readonly Season[]): boolean {
  return everyDayOfYear().some((date) => seasons.filter((season) => holds(season, date)).length > 1)
}

function everyDayOfYear(): CalendarDate[] {
  return Array.from({ length: 366 }, (_, day) => addDays('2028-01-01', day))
}

function seasonOf({ seasons }: Pick<TaskPlan, 'seasons'>, date: CalendarDate): Season | undefined {
  return seasons.find((season) => holds(season, date))
}

function holds({ from, to }: Season, date: CalendarDate): boolean {
  // The end of February is its last day in every year.
  const [day, end] = [date.slice(-5), to === '02-28' ? '02-29' : to]
  return from <= end ? day >= from && day <= end : day >= from || day <= end
}

/** Returns the end of the interval that began at the base. A shorter interval that begins on the way cuts it. */
function intervalEnd(plan: TaskPlan, baseAt: number | null, zone: string): number {
  const base = baseAt ?? startOfDate(plan.startsOn, zone)
  const date = dateIn(base, zone)
  const end = (every: number) => plus(plan, { at: base, date }, every, zone)
  let every = everyOn(plan, date) ?? plan.every
  let due = end(every)
  for (const begins of seasonStarts(plan, date)) {
    const start = startOfDate(begins, zone)
    if (start >= due) break
    const shorter = everyOn(plan, begins)
    if (shorter === null || shorter >= every) continue
    every = shorter
    due = Math.min(due, Math.max(start, end(shorter)))
  }
  return due
}

function plus(
  { kind, unit }: TaskPlan,
  base: { readonly at: number; readonly date: CalendarDate },
  every: number,
  zone: string,
): number {
  // Watering has counted exact days since the first version, and so do the clients of others.
  if (kind === 'water' && unit === 'day') return base.at + every * DAY_MS
  if (unit === 'day' || unit === 'week') return startOfDate(addDays(base.date, every * DAYS_OF[unit]), zone)
  return startOfDate(addMonths(base.date, every * (unit === 'year' ? 12 : 1)), zone)
}

/** Returns the interval that is in force on a date; null during a rest. */
function everyOn(plan: TaskPlan, date: CalendarDate): number | null {
  const season = seasonOf(plan, date)
  return season ? season.every : plan.every
}

/** Returns the dates of the two years after a date on which another interval begins, in order. */
function seasonStarts({ seasons }: TaskPlan, after: CalendarDate): CalendarDate[] {
  const [year] = partsOf(after)
  return [year, year + 1, year + 2]
    .flatMap((one) => seasons.flatMap(({ from, to }) => [inYear(one, from), addDays(inYear(one, to, 'end'), 1)]))
    .filter((date) => date > after)
    .toSorted()
}

/** Returns a day of the year in a year; 29 February is 28 in most. */
function inYear(year: number, day: string, as: 'start' | 'end' = 'start'): CalendarDate {
  const [month, dayOfMonth] = [Number(day.slice(0, 2)), Number(day.slice(3))]
  return dateInMonth(year, month, as === 'end' && day === '02-28' ? 29 : dayOfMonth)
}

/** A task that would be due in a rest is due on the first day after it. */
function afterRest(plan: TaskPlan, dueAt: number, zone: string): number | null {
  const date = dateIn(dueAt, zone)
  const awake = awakeFrom(plan, date)
  if (awake === null) return null
  return awake === date ? dueAt : startOfDate(awake, zone)
}

function awakeFrom(plan: TaskPlan, date: CalendarDate): CalendarDate | null {
  let next = date
  // Rests may follow each other; the year has at most four.
  for (let day = 0; day <= 2 * DAYS_OF.year; day++, next = addDays(next, 1)) if (!rests(plan, next)) return next
  return null
}

/** Work done this early counts as the coming occurrence. */
const EARLY_DAYS = 2
/** 29 February on a Monday in a plan of rests comes within 40 years; without an end a hostile plan would search forever. */
const OCCURRENCES_MAX = 400

/**
 * Returns the first occurrence after the day on which a task was done. Work done up to two days early, or half of the period
 * if that is less, counts as the coming occurrence, which is then passed over.
 */
function nextOccurrence(plan: TaskPlan, doneOn: CalendarDate | null): CalendarDate | null {
  const first = addDays(plan.startsOn, -1)
  if (doneOn === null || doneOn < first) return occurrenceAfter(plan, first)
  const coming = occurrenceAfter(plan, doneOn)
  if (coming === null || isOccurrence(plan, doneOn)) return coming
  return daysBetween(doneOn, coming) <= earlyDays(plan, doneOn, coming) ? occurrenceAfter(plan, coming) : coming
}

/** Only weekdays have periods so short that half of one is less. */
function earlyDays({ repeat, weekdays }: TaskPlan, doneOn: CalendarDate, coming: CalendarDate): number {
  if (repeat !== 'weekly') return EARLY_DAYS
  const week = Array.from({ length: 7 }, (_, day) => addDays(doneOn, -day))
  const before = week.find((date) => weekdays.includes(weekdayOf(date))) ?? addDays(coming, -7)
  return Math.min(EARLY_DAYS, daysBetween(before, coming) / 2)
}

function occurrenceAfter(plan: TaskPlan, after: CalendarDate): CalendarDate | null {
  let date = after
  for (let count = 0; count < OCCURRENCES_MAX; count++) {
    date = unrestedAfter(plan, date)
    if (!rests(plan, date)) return date
  }
  return null
}

function isOccurrence(plan: TaskPlan, date: CalendarDate): boolean {
  return unrestedAfter(plan, addDays(date, -1)) === date
}

/** Returns the next occurrence as if the plan never rested. */
function unrestedAfter({ repeat, weekdays, monthDay, month }: TaskPlan, after: CalendarDate): CalendarDate {
  const [year, month0] = partsOf(after)
  if (repeat === 'weekly') {
    const week = Array.from({ length: 7 }, (_, day) => addDays(after, day + 1))
    return week.find((date) => weekdays.includes(weekdayOf(date))) ?? addDays(after, 7)
  }
  const dates =
    repeat === 'monthly'
      ? [dateInMonth(year, month0, monthDay), dateInMonth(year, month0 + 1, monthDay)]
      : [dateInMonth(year, month, monthDay), dateInMonth(year + 1, month, monthDay)]
  return dates.find((date) => date > after) ?? dates[1] ?? after
}
