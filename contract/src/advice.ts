import type { AdviceKind } from './advice-list.ts'
import { DAY_MS, HOUR_MS } from './durations.ts'
import type { Shelter } from './places.ts'

/** At or below it there is frost at the height of a thermometer, °C. */
const FROST_AT = 0
/**
 * In a clear and calm night plants are colder than the air at 1.5 m, for which 4 °C are forecast: S. A. Ackerman and J. A.
 * Knox, Meteorology, 2011, on frost; dew points below 40 °F.
 */
const GROUND_LOW_MAX = 4
const GROUND_CLOUD_MAX = 40
const GROUND_WIND_MAX = 3
const GROUND_DEW_POINT_MAX = 4
/** How many of the coldest hours are counted. */
const GROUND_HOURS = 3
/** How much colder than the air its plants may become then, °C. */
const GROUND_COOLER = 3
/** How much warmer than the forecast an unmeasured place is, °C; null where there is no advice without a measurement. */
const ASSUMED_OFFSETS: Readonly<Record<Shelter, number | null>> = {
  outdoors: 0,
  cold: 2,
  'frost-free': null,
  heated: null,
}
/** A change since the last message that is worth another one, °C. */
const NEWS_CHANGE = 2
/** This far below what the most tender plant bears the advice is critical, °C. */
const CRITICAL_BELOW = 3
/** Heat is this far above what a plant likes, °C. */
const HEAT_ABOVE = 3
const RAIN_MIN_MM = 5
const RAIN_CHANCE_MIN = 70
/** °C that a plant bears when neither it nor its species has a limit. */
export const HARDY_TO_DEFAULT = 0
/** A forecast that is older gives no advice. */
export const FORECAST_AGE_MAX_MS = 12 * HOUR_MS

/** An hour of a forecast. Null where the service has no value. */
export interface ForecastHour {
  /** Milliseconds since 1970. */
  readonly at: number
  /** °C. */
  readonly temperature: number | null
  /** % of the sky. */
  readonly cloud: number | null
  /** m/s. */
  readonly wind: number | null
  /** °C. */
  readonly dewPoint: number | null
  /** mm in the hour before. */
  readonly rain: number | null
  /** %. */
  readonly rainChance: number | null
}

/** A plant with the temperatures that it bears and likes, °C. Without `heatLimit` there is no advice on heat. */
export interface AdvisedPlant {
  readonly plantId: string
  readonly name: string
  readonly hardyTo: number
  readonly heatLimit: number | null
}

export type NamedPlant = Pick<AdvisedPlant, 'plantId' | 'name'>

/** The extreme of a place that its plants do not bear. */
export interface TemperatureAdvice {
  readonly kind: 'frost' | 'ground-frost' | 'heat'
  /** The lowest or highest temperature of the place, °C, and when it is. */
  readonly value: number
  readonly at: number
  readonly severity: 'warning' | 'critical'
  /** The plants at risk, the most tender first. */
  readonly plants: readonly NamedPlant[]
}

/** @param measured how many °C the place is warmer than its forecasts, by its own thermometers; null while that is unknown */
export function expectedOffset(shelter: Shelter, measured: number | null): number | null {
  return shelter === 'heated' ? null : (measured ?? ASSUMED_OFFSETS[shelter])
}

interface Night {
  readonly shelter: Shelter
  /** As for {@link expectedOffset}. */
  readonly measured: number | null
  /** The hours from sunset to sunrise. */
  readonly hours: readonly ForecastHour[]
  readonly plants: readonly AdvisedPlant[]
}

/** Returns the frost of a night that harms plants of a place; null when none does. */
export function frostAdvice({ shelter, measured, hours, plants }: Night): TemperatureAdvice | null {
  const offset = expectedOffset(shelter, measured)
  const [coldest] = byTemperature(hours)
  if (offset === null || !coldest) return null
  const value = coldest.temperature + offset
  const isGround =
    (shelter === 'outdoors' || shelter === 'cold') &&
    coldest.temperature + (measured ?? 0) <= GROUND_LOW_MAX &&
    isClearAndCalm(hours)
  if (value > FROST_AT && !isGround) return null
  const lowOfPlants = isGround ? value - GROUND_COOLER : value
  const atRisk = plants
    .filter(({ hardyTo }) => hardyTo > lowOfPlants)
    .toSorted((one, other) => other.hardyTo - one.hardyTo)
  const [tenderest] = atRisk
  if (!tenderest) return null
  return {
    kind: value <= FROST_AT ? 'frost' : 'ground-frost',
    value,
    at: coldest.at,
    severity: lowOfPlants <= tenderest.hardyTo - CRITICAL_BELOW ? 'critical' : 'warning',
    plants: atRisk.map(named),
  }
}

function isClearAndCalm(hours: readonly ForecastHour[]): boolean {
  const coldest = byTemperature(hours).slice(0, GROUND_HOURS)
  const isAtMost = (what: 'cloud' | 'wind' | 'dewPoint', limit: number) => {
    const values = coldest.flatMap((hour) => hour[what] ?? [])
    return values.length === coldest.length && values.reduce((sum, one) => sum + one, 0) <= limit * values.length
  }
  return (
    isAtMost('cloud', GROUND_CLOUD_MAX) &&
    isAtMost('wind', GROUND_WIND_MAX) &&
    isAtMost('dewPoint', GROUND_DEW_POINT_MAX)
  )
}

/** Returns the heat of a day that is above what plants of a place like; null when none is. */
export function heatAdvice({ shelter, measured, hours, plants }: Night): TemperatureAdvice | null {
  const hottest = byTemperature(hours).at(-1)
  if (!hottest || shelter === 'heated') return null
  const value = hottest.temperature + (measured ?? 0)
  const atRisk = plants
    .flatMap(({ heatLimit, ...plant }) =>
      heatLimit !== null && value >= heatLimit + HEAT_ABOVE ? { ...plant, heatLimit } : [],
    )
    .toSorted((one, other) => one.heatLimit - other.heatLimit)
  if (atRisk.length === 0) return null
  return { kind: 'heat', value, at: hottest.at, severity: 'warning', plants: atRisk.map(named) }
}

/** Returns whether an advice says enough that the one before did not: 2 °C more, or another plant. Fallen rain says all at once. */
export function isNews(
  { value, plants, kind }: Pick<TemperatureAdvice, 'value' | 'plants'> & { readonly kind: AdviceKind },
  before: Pick<TemperatureAdvice, 'value' | 'plants'>,
): boolean {
  if (kind === 'rain') return false
  const known = new Set(before.plants.map(({ plantId }) => plantId))
  const worse = kind === 'heat' ? value - before.value : before.value - value
  return worse >= NEWS_CHANGE || plants.some(({ plantId }) => !known.has(plantId))
}

export interface Rain {
  readonly millimetres: number
  /** The end of its wettest hour. */
  readonly at: number
}

/** The rain of the hour before an instant. */
export type RainHour = Pick<ForecastHour, 'at' | 'rain' | 'rainChance'>

/** Returns the rain of a span that makes a watering unnecessary; null when there is less. */
export function enoughRain(
  hours: readonly RainHour[],
  { from, to }: { readonly from: number; readonly to: number },
): (Rain & { readonly chance: number }) | null {
  const within = hours.filter(({ at }) => at > from && at <= to)
  const millimetres = within.reduce((sum, { rain }) => sum + (rain ?? 0), 0)
  if (millimetres < RAIN_MIN_MM) return null
  const wettest = within.reduce((most, hour) => ((hour.rain ?? 0) > (most.rain ?? 0) ? hour : most))
  return { millimetres, at: wettest.at, chance: Math.max(...within.map(({ rainChance }) => rainChance ?? 0)) }
}

/** Returns the rain of the next 24 hours that is probable enough to wait for it. */
export function comingRain(hours: readonly ForecastHour[], now: number): Rain | null {
  const rain = enoughRain(hours, { from: now, to: now + DAY_MS })
  return rain !== null && rain.chance >= RAIN_CHANCE_MIN ? rain : null
}

function byTemperature(hours: readonly ForecastHour[]) {
  return hours
    .flatMap((hour) => (hour.temperature === null ? [] : { ...hour, temperature: hour.temperature }))
    .toSorted((one, other) => one.temperature - other.temperature)
}

function named({ plantId, name }: NamedPlant): NamedPlant {
  return { plantId, name }
}
