import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

/** A date of the calendar, `2026-11-20`. Its day of the year is `11-20`. */
export type CalendarDate = string

/** Returns the date that a calendar of the zone shows at an instant, in milliseconds since 1970. */
export function dateIn(instant: number, zone: string): CalendarDate {
  return dateOf(wallClock(instant, zone))
}

/** Returns the first instant of a date in a zone. */
export function startOfDate(date: CalendarDate, zone: string): number {
  return instantOf(date, 0, zone)
}

/**
 * Returns the instant at which clocks show a time, the earlier of two. A time that clocks skip is moved on by the hour that is
 * skipped.
 */
export function instantOf(date: CalendarDate, minutes: number, zone: string): number {
  const shown = utc(date) + minutes * MINUTE_MS
  const offsets = [shown - DAY_MS, shown + DAY_MS].map((near) => wallClock(near, zone) - near)
  const instants = offsets.map((offset) => shown - offset).toSorted((one, other) => one - other)
  return instants.find((instant) => wallClock(instant, zone) === shown) ?? Math.max(...instants)
}

/** Returns the first instant at which clocks show a time, or the one at which they jump over it. */
export function firstInstantOf(date: CalendarDate, minutes: number, zone: string): number {
  const shown = utc(date) + minutes * MINUTE_MS
  const found = instantOf(date, minutes, zone)
  if (wallClock(found, zone) === shown) return found
  let [before, after] = [found - DAY_MS, found]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wallClock(middle, zone) < shown) before = middle
    else after = middle
  }
  return after
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOf(utc(date) + days * DAY_MS)
}

/** Adds months. A day that the month lacks becomes its last: 31 January plus a month is 28 or 29 February. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year, month, day] = partsOf(date)
  return dateInMonth(year, month + months, day)
}

/** Returns a day of a month, or its last day. Months below 1 and above 12 are of other years. */
export function dateInMonth(year: number, month: number, day: number): CalendarDate {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return dateOf(Date.UTC(year, month - 1, Math.min(day, last)))
}

/** Returns days from one date to a later one; negative for an earlier one. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((utc(to) - utc(from)) / DAY_MS)
}

/** Returns 1 for Monday to 7 for Sunday. */
export function weekdayOf(date: CalendarDate): number {
  return new Date(utc(date)).getUTCDay() || 7
}

export function partsOf(date: CalendarDate): [year: number, month: number, day: number] {
  return [Number(date.slice(0, -6)), Number(date.slice(-5, -3)), Number(date.slice(-2))]
}

function utc(date: CalendarDate): number {
  return Date.parse(`${date}T00:00:00Z`)
}

function dateOf(instant: number): CalendarDate {
  return new Date(instant).toISOString().slice(0, -14)
}

/** Returns what clocks of the zone show, as if it were UTC. */
function wallClock(instant: number, zone: string): number {
  const day = Math.floor(instant / DAY_MS) * DAY_MS
  const offset = offsetAt(day, zone)
  if (offset === offsetAt(day + DAY_MS, zone)) return instant + offset
  // Clocks change on this day; no zone does so within a quarter of an hour that begins on one.
  return instant + offsetAt(Math.floor(instant / QUARTER_MS) * QUARTER_MS, zone)
}

function offsetAt(instant: number, zone: string): number {
  const offsets = offsetsOf(zone)
  const known = offsets.get(instant)
  if (known !== undefined) return known
  if (offsets.size >= OFFSETS_MAX) offsets.clear()
  const offset = readOffset(instant, zone)
  offsets.set(instant, offset)
  return offset
}

const QUARTER_MS = HOUR_MS / 4
const OFFSETS_MAX = 10_000
const ZONES_MAX = 50
const zones = new Map<string, Map<number, number>>()

function offsetsOf(zone: string): Map<number, number> {
  const known = zones.get(zone)
  if (known) return known
  if (zones.size >= ZONES_MAX) zones.clear()
  const offsets = new Map<number, number>()
  zones.set(zone, offsets)
  return offsets
}

function readOffset(instant: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(instant)
  const [year, month, day, hour, minute, second] = NAMES.map((name) =>
    Number(parts.find(({ type }) => type === name)?.value),
  ) as [number, number, number, number, number, number]
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

const NAMES = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  if (formats.size >= ZONES_MAX) formats.clear()
  const two = '2-digit' as const
  const time = { hour: two, minute: two, second: two, hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, year: 'numeric', month: two, day: two, ...time })
  formats.set(zone, format)
  return format
}
