import {
  addDays,
  dateIn,
  instantOf,
  NIGHTS_COUNTED,
  NIGHTS_NEEDED,
  toTimestamp,
  type CalendarDate,
  type Lowest,
} from '@greenhouse/contract'
import type { OutdoorTemperature } from './open-meteo.ts'

/** Hours of the clock. */
const NIGHT_BEGINS = 18
const NIGHT_ENDS = 7

/** A night of a time zone, from 18:00 to 07:00; instants in milliseconds since 1970. */
export interface PlaceNightSpan {
  /** The date of its evening. */
  readonly of: CalendarDate
  readonly from: number
  readonly to: number
}

/** The forecast and the measured lowest temperature of a night, °C. */
export interface KnownNight {
  readonly forecastLow: number | null
  readonly measuredLow: number | null
}

/** Returns the night that ends next. Before 07:00 it has begun yesterday. */
export function comingNight(now: number, zone: string): PlaceNightSpan {
  const today = dateIn(now, zone)
  const running = nightOf(addDays(today, -1), zone)
  return running.to > now ? running : nightOf(today, zone)
}

/** Returns the last night that is over. */
export function lastNight(now: number, zone: string): PlaceNightSpan {
  return nightOf(addDays(comingNight(now, zone).of, -1), zone)
}

function nightOf(evening: CalendarDate, zone: string): PlaceNightSpan {
  const at = (date: CalendarDate, hour: number) => instantOf(date, hour * 60, zone)
  return { of: evening, from: at(evening, NIGHT_BEGINS), to: at(addDays(evening, 1), NIGHT_ENDS) }
}

/** Returns the lowest temperature of a span, its end included, the earlier of two. */
export function lowestIn(
  temperatures: readonly OutdoorTemperature[],
  { from, to }: Pick<PlaceNightSpan, 'from' | 'to'>,
): Lowest | null {
  let lowest: OutdoorTemperature | undefined
  for (const one of temperatures)
    if (one.at >= from && one.at <= to && (lowest === undefined || one.temperature < lowest.temperature)) lowest = one
  return lowest === undefined ? null : { value: lowest.temperature, at: toTimestamp(lowest.at) }
}

/**
 * Returns how many °C the nights of a place are warmer than their forecasts, the median of the newest nights with both; null
 * with too few of them.
 * @param nights the newest first
 */
export function offsetOf(nights: readonly KnownNight[]): { offset: number | null; knownNights: number } {
  const differences = nights
    .slice(0, NIGHTS_COUNTED)
    .flatMap(({ forecastLow, measuredLow }) =>
      forecastLow === null || measuredLow === null ? [] : [measuredLow - forecastLow],
    )
    .toSorted((one, other) => one - other)
  const knownNights = differences.length
  if (knownNights < NIGHTS_NEEDED) return { offset: null, knownNights }
  const middle = differences.slice(Math.ceil(knownNights / 2) - 1, Math.floor(knownNights / 2) + 1)
  return { offset: middle.reduce((sum, one) => sum + one, 0) / middle.length, knownNights }
}
