import { addDays, instantOf, isNews, type AdvisedPlant, type CalendarDate, type Shelter } from '@greenhouse/contract'
import { dueAdvice, type DueAdvice } from '../src/features/weather/advice/due-advice.ts'
import type { AdvisedPlace } from '../src/features/weather/advice/advised-places.ts'
import { comingNight, lowestIn, offsetOf, type KnownNight } from '../src/features/weather/night.ts'
import { weatherYear, type Climate, type WeatherYear } from '../../testing/weather-year.ts'

/** Messages about frost in a year. */
export interface AdviceCounts {
  readonly messages: number
  /** Messages of nights in which each plant bore the temperature at its leaves. */
  readonly wrong: number
  /** Nights with a message. */
  readonly nights: number
  /** Nights with frost at the leaves of a plant that does not bear it. */
  readonly harmful: number
  /** Harmful nights without a message. */
  readonly missed: number
}

/** A place of the year: how much warmer it is than outdoors, and when its plants are there. */
export interface YearPlace {
  readonly name: string
  readonly shelter: Shelter
  readonly warmth: number
  /** Whether a thermometer is there. */
  readonly isMeasured: boolean
  readonly plants: ReadonlyArray<Pick<AdvisedPlant, 'name' | 'hardyTo'>>
  /** Months of the year, from 1, without the last. */
  readonly months: readonly [from: number, to: number]
}

export const YEAR_PLACES: readonly YearPlace[] = [
  {
    name: 'bed, May to October',
    shelter: 'outdoors',
    warmth: 0,
    isMeasured: false,
    months: [5, 11],
    plants: [
      { name: 'Tomato', hardyTo: 2 },
      { name: 'Dahlia', hardyTo: 0 },
    ],
  },
  {
    name: 'cold frame with a thermometer, all year',
    shelter: 'cold',
    warmth: 2.3,
    isMeasured: true,
    months: [1, 13],
    plants: [
      { name: 'Lemon', hardyTo: -2 },
      { name: 'Lettuce', hardyTo: -5 },
    ],
  },
]

const YEAR = '2026-01-01'
const DAYS = 365
/** Runs of the evening. */
const HOURS = [16, 17, 18, 19]
/** The air of a place from night to night, and its thermometer, °C. */
const PLACE_NOISE = 0.5
const SENSOR_NOISE = 0.2

/** Counts the messages about frost that a place gets in a made year. */
export function countAdvice(climate: Climate, place: YearPlace, seed: number): AdviceCounts {
  const year = weatherYear(climate, { from: Date.parse(`${YEAR}T00:00:00Z`), seed })
  return countMessages(climate, place, { year, from: YEAR, days: DAYS })
}

interface Counted {
  readonly year: WeatherYear
  readonly from: CalendarDate
  readonly days: number
}

/** Counts the messages about frost that a place gets by the forecasts, and those that the nights proved wrong. */
export function countMessages(
  { zone, coordinates }: Pick<Climate, 'zone' | 'coordinates'>,
  place: YearPlace,
  { year, from, days }: Counted,
): AdviceCounts {
  const nights: KnownNight[] = []
  const counts = { messages: 0, wrong: 0, nights: 0, harmful: 0, missed: 0 }
  for (let day = 0; day < days; day++) {
    const date = addDays(from, day)
    const at = (hour: number) => instantOf(date, hour * 60, zone)
    const month = Number(date.slice(5, 7))
    const own = { offset: offsetOf(nights).offset, isPlanted: month >= place.months[0] && month < place.months[1] }
    const advised = advisedPlace(place, { coordinates, measured: place.isMeasured ? own.offset : null })
    const sent: DueAdvice[] = []
    for (const hour of own.isPlanted ? HOURS : []) {
      const due = dueAdvice(advised, { hours: year.forecastAt(at(hour)), now: at(hour), zone })
      for (const one of due) if (isFrost(one) && (sent.length === 0 || isNews(one, sent.at(-1)!))) sent.push(one)
    }
    const span = comingNight(at(18), zone)
    const air = place.warmth + PLACE_NOISE * year.noise(day, 7)
    const night = year.between(span.from, span.to)
    const outdoors = lowestIn(night, span)
    if (outdoors === null) continue
    const low = outdoors.value + air
    const leaves = low - coolingOfLeaves(night)
    const isHarmed = place.plants.some(({ hardyTo }) => leaves < hardyTo)
    const isHarmful = own.isPlanted && isHarmed && leaves <= 0
    counts.messages += sent.length
    counts.nights += sent.length > 0 ? 1 : 0
    counts.wrong += isHarmed ? 0 : sent.length
    counts.harmful += isHarmful ? 1 : 0
    counts.missed += isHarmful && sent.length === 0 ? 1 : 0
    const forecast = lowestIn(year.forecastAt(at(18)), span)
    nights.unshift({
      forecastLow: forecast?.value ?? null,
      measuredLow: low + SENSOR_NOISE * year.noise(day, 8),
    })
  }
  return counts
}

function isFrost({ kind }: DueAdvice): boolean {
  return kind === 'frost' || kind === 'ground-frost'
}

/** How much colder leaves are than the air of the coldest hours: up to 3 °C under a clear sky without wind. */
function coolingOfLeaves(night: ReturnType<ReturnType<typeof weatherYear>['between']>): number {
  const coldest = night.toSorted((one, other) => one.temperature - other.temperature).slice(0, 3)
  const mean = (what: 'cloud' | 'wind') => coldest.reduce((sum, hour) => sum + hour[what], 0) / coldest.length
  return 3 * (1 - mean('cloud') / 100) * Math.max(1 - mean('wind') / 5, 0)
}

function advisedPlace(
  { name, shelter, plants }: YearPlace,
  more: Pick<AdvisedPlace, 'coordinates' | 'measured'>,
): AdvisedPlace {
  return {
    ...more,
    placeId: name,
    name,
    shelter,
    rain: 'off',
    placeIds: [name],
    gauges: [],
    plants: plants.map((plant) => ({ ...plant, plantId: plant.name, placeId: name, heatLimit: null })),
  }
}
