import { noise } from './noise.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const YEAR = 365.25 * DAY

export interface Site {
  /** Places with the same seed share the weather fronts. */
  readonly seed: number
  /** Adds a small noise of its own to a place with the same seed; 0 when omitted. */
  readonly spot?: number
  /** °C above outdoors, by day and by night. */
  readonly warmth: number
  /** The share of the day's swing, 1 outdoors. */
  readonly sun: number
  /** %RH above outdoors. */
  readonly moisture: number
  /** How closed the place is by night: 1 when omitted, less with a draught. */
  readonly shut?: number
  /** The lowest temperature that a heater allows, °C. */
  readonly heatedTo?: number
  /** Times without a reading, milliseconds since 1970. */
  readonly silences?: ReadonlyArray<{ readonly from: number; readonly to: number }>
  /** Nights of frost, each by its coldest instant, milliseconds since 1970. */
  readonly frosts?: readonly number[]
}

/** Not rounded. */
export interface Weather {
  /** °C */
  readonly temperature: number
  /** %RH */
  readonly humidity: number
  /** hPa */
  readonly pressure: number
  /** ppm of an air quality sensor. */
  readonly airQuality: number
  /** The hour of the day, 0 to 24. */
  readonly hour: number
  /** How high the sun is: 0 by night, 1 at noon. */
  readonly daylight: number
  /** The front that passes: -1 for low pressure and clouds, 1 for a clear sky. */
  readonly front: number
  /** The usual temperature of the season outdoors, °C. */
  readonly seasonal: number
}

/**
 * Returns the weather at an instant (milliseconds since 1970), or undefined while the board is silent: curves of year and day,
 * fronts of some days that move pressure, warmth and moisture together, and small noise.
 */
export function weatherAt(site: Site, at: number): Weather | undefined {
  if (site.silences?.some(({ from, to }) => at >= from && at < to)) return undefined
  const hour = hourOfDay(at)
  const daylight = Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI))
  // One front in three and a half days: low pressure brings clouds, milder nights and cooler days.
  const front = noise(site.seed, at / (3.5 * DAY))
  const own = ownSeed(site)
  const unrest = noise(own + 1, at / HOUR) * 0.5 + noise(own + 2, at / (10 * 60_000)) * 0.2

  const seasonal = 9.5 - 8 * Math.cos((((at % YEAR) / YEAR) * 365.25 - 20) * ((2 * Math.PI) / 365.25))
  const day = 3 * Math.sin(((hour - 9) / 24) * 2 * Math.PI) * (1 + 0.4 * front)
  const sunshine = 5 * site.sun * daylight * (0.6 + 0.4 * front)
  const unheated = seasonal + day + site.warmth + sunshine + 2.5 * front + unrest - frostAt(site, at)
  const temperature = Math.max(unheated, (site.heatedTo ?? -Infinity) + 0.5 * (unrest + 0.7))
  const warmerThanUsual = temperature - seasonal - site.warmth
  const humidity = 72 + site.moisture - 2.4 * warmerThanUsual - 8 * front + 3 * noise(own + 3, at / (2 * HOUR))
  const air = 430 + 90 * (site.shut ?? 1) * (1 - daylight) + 60 * noise(own + 5, at / (3 * HOUR)) + 15 * unrest

  return {
    temperature: clamp(temperature, -25, 48),
    humidity: clamp(humidity, 18, 99),
    pressure: 1013 + 13 * front + 2 * noise(site.seed + 4, at / DAY),
    airQuality: clamp(air, 300, 1200),
    hour,
    daylight,
    front,
    seasonal,
  }
}

export function ownSeed({ seed, spot = 0 }: Site): number {
  return seed + 1000 * spot
}

/** °C of a night of frost: most at its coldest instant, none six hours away. */
function frostAt({ frosts = [] }: Site, at: number): number {
  return frosts.reduce((taken, coldest) => {
    const hours = Math.abs(at - coldest) / HOUR
    return taken + (hours < 6 ? 14 * Math.cos((hours / 6) * (Math.PI / 2)) : 0)
  }, 0)
}

/** In UTC: the sun of a simulated place rises at six. */
function hourOfDay(at: number): number {
  return (at % DAY) / HOUR
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
