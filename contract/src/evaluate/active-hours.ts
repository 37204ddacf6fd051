import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts'
import type { ActiveHours } from '../rules.ts'
import { nightsBetween, type Coordinates } from '../sun.ts'
import { addDays, dateIn, firstInstantOf } from '../zoned-date.ts'

/** A stretch of time, from inclusive, to exclusive, in which a rule counts all the time or not at all. */
export interface Period {
  readonly from: number
  readonly to: number
  readonly isActive: boolean
}

interface Span {
  readonly from: number
  readonly to: number
}

/** Without a place the day is from 6 to 18 hours UTC. */
const DAY_FROM_MS = 6 * HOUR_MS
const DAY_TO_MS = 18 * HOUR_MS
/** Capacity of the cache of hours. */
const HOURS_MAX = 2000

/**
 * Decides when a rule counts. It caches the current period. By `day` a rule counts from sunrise to sunset; under the
 * midnight sun always, in the polar night never; without a place from 6 to 18 hours UTC. A local time that exists twice
 * is the first of the two, a skipped one the instant of the jump. Equal times mean the whole day.
 */
export class Hours {
  readonly #hours: ActiveHours
  readonly #place: Coordinates | null
  #period: Period = { from: 0, to: 0, isActive: true }

  constructor(hours: ActiveHours, place: Coordinates | null) {
    this.#hours = hours
    this.#place = place
  }

  /** Returns whether a rule counts at an instant. */
  has(at: number): boolean {
    const { from, to, isActive } = this.#period
    return at >= from && at < to ? isActive : this.periodAt(at).isActive
  }

  /** Returns the period in which an instant lies; its ends are the next changes, or more than a day away. */
  periodAt(at: number): Period {
    if (at < this.#period.from || at >= this.#period.to) this.#period = periodOf(this.#hours, this.#place, at)
    return this.#period
  }
}

const known = new Map<string, Hours>()

/** Returns when a rule counts; undefined when it always does. Rules with the same hours at the same place share one. */
export function hoursOf(hours: ActiveHours, place: Coordinates | null): Hours | undefined {
  if (isAlways(hours)) return undefined
  const key =
    typeof hours === 'string'
      ? `${hours} ${place?.latitude} ${place?.longitude}`
      : `${hours.from} ${hours.to} ${hours.timeZone}`
  let found = known.get(key)
  if (found) return found
  if (known.size >= HOURS_MAX) known.clear()
  found = new Hours(hours, place)
  known.set(key, found)
  return found
}

function isAlways(hours: ActiveHours): boolean {
  return hours === 'always' || (typeof hours === 'object' && hours.from === hours.to)
}

function periodOf(hours: ActiveHours, place: Coordinates | null, at: number): Period {
  if (isAlways(hours)) return { from: -Infinity, to: Infinity, isActive: true }
  if (typeof hours === 'object') return periodIn(timesOfDay(hours, at), at)
  const isDay = hours === 'day'
  const around = { from: at - 2 * DAY_MS, to: at + 2 * DAY_MS }
  const nights = place ? nightsBetween(around, place) : nightsWithoutPlace(at)
  const period = periodIn(nights, at)
  return { ...period, isActive: period.isActive !== isDay }
}

/** Returns the span in which an instant lies, as an active period, or what is between two of them. */
function periodIn(spans: readonly Span[], at: number): Period {
  let from = at - DAY_MS
  let to = at + DAY_MS
  for (const span of spans) {
    if (at >= span.from && at < span.to) return { ...span, isActive: true }
    if (span.to <= at) from = Math.max(from, span.to)
    if (span.from > at) to = Math.min(to, span.from)
  }
  return { from, to, isActive: false }
}

function nightsWithoutPlace(at: number): Span[] {
  const today = Math.floor(at / DAY_MS) * DAY_MS
  return [-1, 0, 1].map((day) => ({
    from: today + day * DAY_MS + DAY_TO_MS,
    to: today + (day + 1) * DAY_MS + DAY_FROM_MS,
  }))
}

function timesOfDay({ from, to, timeZone }: Exclude<ActiveHours, string>, at: number): Span[] {
  const today = dateIn(at, timeZone)
  const instantOf = (day: number, time: string) => firstInstantOf(addDays(today, day), minutesOf(time), timeZone)
  return [-1, 0, 1].map((day) => ({ from: instantOf(day, from), to: instantOf(to < from ? day + 1 : day, to) }))
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * (HOUR_MS / MINUTE_MS) + Number(time.slice(3))
}
