import {
  addDays,
  dateIn,
  DAY_MS,
  enoughRain,
  FORECAST_AGE_MAX_MS,
  fromTimestamp,
  frostAdvice,
  heatAdvice,
  instantOf,
  nightsBetween,
  type ForecastHour,
  type RainHour,
} from '@greenhouse/contract'
import { comingNight, type PlaceNightSpan } from '../night.ts'
import type { StoredAdvice } from './advice-store.ts'
import type { AdvisedPlace } from './advised-places.ts'

/** Hours of the clock. In the afternoon there is still light to cover plants; later than 20:00 it would only alarm. */
const FROST_FROM = 16
const DAY_FROM = 8
const UNTIL = 20

export type DueAdvice = Omit<StoredAdvice, 'adviceId' | 'placeId' | 'toldAt'>

/** Returns whether a forecast is too old for advice. */
export function isTooOld({ fetchedAt }: { readonly fetchedAt: string }, now: number): boolean {
  return now - fromTimestamp(fetchedAt) > FORECAST_AGE_MAX_MS
}

/** Returns whether it is an hour of the day for advice: from 8:00 to 20:00. */
export function isDay(now: number, zone: string): boolean {
  return isBetween(now, zone, DAY_FROM)
}

interface Weather {
  /** Of the forecast. */
  readonly hours: readonly ForecastHour[]
  /** The rain of the last day by a gauge; by default that of the forecast. */
  readonly fallen?: readonly RainHour[] | undefined
  readonly now: number
  readonly zone: string
}

/** Returns the advice on a place at an hour of the day: on the heat of the day, on rain until 8:00, and from 16:00 on frost. */
export function dueAdvice(place: AdvisedPlace, { hours, fallen = hours, now, zone }: Weather): DueAdvice[] {
  const today = dateIn(now, zone)
  const day = { from: instantOf(today, DAY_FROM * 60, zone), to: instantOf(addDays(today, 1), 0, zone) - 1 }
  const heat = heatAdvice({ ...place, hours: within(hours, day) })
  const night = nightAt(now, place, zone)
  const frost = isBetween(now, zone, FROST_FROM) ? frostAdvice({ ...place, hours: within(hours, night) }) : null
  return [
    ...(frost ? [{ ...frost, nightOf: night.of, endsAt: Math.round(night.to) }] : []),
    ...(heat ? [{ ...heat, nightOf: today, endsAt: day.to }] : []),
    ...fallenRain(place, fallen, now, zone),
  ]
}

/** Returns the 24 hours until 8:00; their rain may count as a watering. */
export function rainSpan(now: number, zone: string): { readonly from: number; readonly to: number } {
  return { from: morning(now, zone, -1), to: morning(now, zone, 0) }
}

/** Returns whether rain may count as a watering at a place. */
export function isRainedOn({ shelter, rain }: Pick<AdvisedPlace, 'shelter' | 'rain'>): boolean {
  return shelter === 'outdoors' && rain !== 'off'
}

function fallenRain(place: AdvisedPlace, hours: readonly RainHour[], now: number, zone: string): DueAdvice[] {
  const rain = enoughRain(hours, rainSpan(now, zone))
  if (!rain || !isRainedOn(place)) return []
  return [
    {
      kind: 'rain',
      value: rain.millimetres,
      at: rain.at,
      severity: 'info',
      plants: place.plants.map(({ plantId, name }) => ({ plantId, name })),
      nightOf: dateIn(now, zone),
      endsAt: morning(now, zone, 1),
    },
  ]
}

function morning(now: number, zone: string, days: number): number {
  return instantOf(addDays(dateIn(now, zone), days), DAY_FROM * 60, zone)
}

function isBetween(now: number, zone: string, from: number): boolean {
  const at = (hour: number) => instantOf(dateIn(now, zone), hour * 60, zone)
  return now >= at(from) && now < at(UNTIL)
}

/** Returns the running or the coming night from sunset to sunrise; where the sun stays up or down, from 18:00 to 07:00. */
function nightAt(now: number, { coordinates }: AdvisedPlace, zone: string): PlaceNightSpan {
  const [night] = nightsBetween({ from: now, to: now + DAY_MS }, coordinates)
  if (!night || night.to - night.from >= DAY_MS) return comingNight(now, zone)
  return { of: dateIn(night.from, zone), ...night }
}

function within(hours: readonly ForecastHour[], { from, to }: Pick<PlaceNightSpan, 'from' | 'to'>): ForecastHour[] {
  return hours.filter(({ at }) => at >= from && at <= to)
}
