import { DAY_MS, HOUR_MS, type Coordinates, type ForecastHour } from '@greenhouse/contract'
import { seededRandom } from './random.ts'

/** A climate in figures from which a year is made. Temperatures in °C, wind in m/s, clouds in % of the sky. */
export interface Climate {
  readonly name: string
  readonly zone: string
  readonly coordinates: Coordinates
  readonly mean: number
  /** Half of the difference between July and January. */
  readonly yearly: number
  /** Half of the difference between afternoon and dawn under a clear sky. */
  readonly daily: number
  /** Deviation of days from the mean of their season. */
  readonly spread: number
  readonly clouds: number
  readonly wind: number
}

export const CLIMATES: readonly Climate[] = [
  {
    name: 'maritime',
    zone: 'Europe/Copenhagen',
    coordinates: { latitude: 55.68, longitude: 12.57 },
    mean: 9,
    yearly: 8.5,
    daily: 5,
    spread: 3,
    clouds: 62,
    wind: 4.5,
  },
  {
    name: 'continental',
    zone: 'America/Chicago',
    coordinates: { latitude: 44.98, longitude: -93.27 },
    mean: 8,
    yearly: 16,
    daily: 7,
    spread: 5,
    clouds: 50,
    wind: 3.5,
  },
]

type Hour = ForecastHour & { readonly temperature: number; readonly cloud: number; readonly wind: number }

export interface WeatherYear {
  /** Returns the weather as it was, by hours. */
  between(from: number, to: number): Hour[]
  /** Returns the forecast of the next two days as it is published on a day: the weather with an error, smaller the later it is. */
  forecastAt(now: number): Hour[]
  /** A normally distributed number, the same for the same day and purpose. */
  noise(day: number, purpose: number): number
}

const DAYS = 369
/** Error of a low at 16:00 of the day before, °C: root mean square of services, as in a recorded year of six American towns. */
const ERROR = 1.5
const WARMEST_DAY = 200
const WARMEST_HOUR = 15

/**
 * Makes a year of weather from a seed. Days follow each other with a memory of 0.7 (an AR(1) process); clouds damp the day and its
 * night, clear and calm nights cool by up to 2 °C more, and the dew point keeps its distance below the mean of the day.
 */
export function weatherYear(
  climate: Climate,
  { from, seed }: { readonly from: number; readonly seed: number },
): WeatherYear {
  const first = Math.floor(from / DAY_MS) - 2
  const days = daysOf(climate, seed)
  const noise = (day: number, purpose: number) => normal(seededRandom(seed * 7919 + day * 31 + purpose))
  const hours = Array.from({ length: DAYS * 24 }, (_, index) =>
    hourAt(climate, days, (first * DAY_MS) / HOUR_MS + index, index),
  )
  const between = (start: number, end: number) => {
    const indexOf = (at: number) => Math.max((at - first * DAY_MS) / HOUR_MS, 0)
    return hours.slice(Math.ceil(indexOf(start)), Math.floor(indexOf(end)) + 1)
  }
  return {
    between,
    noise,
    forecastAt(now) {
      const day = Math.floor(now / DAY_MS)
      const later = noise(day, 1 + Math.floor((now % DAY_MS) / (2 * HOUR_MS)))
      const error = ERROR * (0.9 * noise(day, 1) + 0.3 * later)
      const clouds = 12 * noise(day, 99)
      return between(now - DAY_MS, now + 2 * DAY_MS).map((hour) => ({
        ...hour,
        temperature: hour.temperature + error,
        cloud: Math.min(Math.max(hour.cloud + clouds, 0), 100),
      }))
    },
  }
}

interface Day {
  readonly warmer: number
  readonly cloud: number
  readonly wind: number
}

function daysOf({ spread, clouds, wind }: Climate, seed: number): Day[] {
  const random = seededRandom(seed)
  const state = { warmer: 0, cloud: 0, wind: 0 }
  return Array.from({ length: DAYS + 1 }, () => {
    for (const what of ['warmer', 'cloud', 'wind'] as const) state[what] = 0.7 * state[what] + 0.71 * normal(random)
    return {
      warmer: spread * state.warmer,
      cloud: Math.min(Math.max(clouds + 35 * state.cloud, 0), 100),
      wind: wind * Math.exp(0.5 * state.wind),
    }
  })
}

/** @param index counts the hours of the year, and is of the sun: a place has its noon at 12:00 of the clock of its longitude */
function hourAt(
  { mean, yearly, daily, coordinates }: Climate,
  days: readonly Day[],
  hour: number,
  index: number,
): Hour {
  const sunHour = index + coordinates.longitude / 15
  const day = Math.max(Math.floor(sunHour / 24), 0)
  const part = sunHour / 24 - day
  const mix = (what: keyof Day) => (days[day]?.[what] ?? 0) * (1 - part) + (days[day + 1]?.[what] ?? 0) * part
  const [cloud, dayWind] = [mix('cloud'), mix('wind')]
  const ofDay = ((hour / 24) % 365.25) - WARMEST_DAY
  const season = mean + yearly * Math.cos((2 * Math.PI * ofDay) / 365.25)
  const sun = Math.cos((2 * Math.PI * (sunHour - WARMEST_HOUR)) / 24)
  const clear = 1 - (0.75 * cloud) / 100
  const wind = dayWind * (0.8 + 0.3 * sun)
  const cooling = sun < 0 && wind < 3 ? 2 * clear * -sun * (1 - wind / 3) : 0
  const base = season + mix('warmer')
  return {
    at: hour * HOUR_MS,
    temperature: base + daily * clear * sun - cooling,
    cloud,
    wind,
    dewPoint: base - 2 - 5 * clear,
    rain: 0,
    rainChance: 0,
  }
}

/** Box and Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
