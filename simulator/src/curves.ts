import { clamp, type Weather } from './climate.ts'
import { noise } from './noise.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Moment {
  readonly weather: Weather
  readonly seed: number
  /** How closed the place is by night, 1 for a house with its windows shut. */
  readonly shut: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Returns a value in the unit of the metric, perhaps slightly out of its range. */
export type Curve = (moment: Moment) => number

/** The curves of metrics, by their ids. */
export const CURVES: Readonly<Record<string, Curve>> = {
  temperature: ({ weather }) => weather.temperature,
  humidity: ({ weather }) => weather.humidity,
  airPressure: ({ weather }) => weather.pressure,
  airQuality: ({ weather }) => weather.airQuality,
  co2: carbonDioxide,
  voc: ({ weather, seed, at }) => 40 + (weather.airQuality - 300) / 4 + 15 * noise(seed + 21, at / (2 * HOUR)),
  pm25: (moment) => dust(moment),
  pm10: (moment) => 1.6 * dust(moment) + 2,
  illuminance: light,
  ppfd: (moment) => light(moment) / 54,
  solarRadiation: (moment) => light(moment) / 110,
  soilMoisture,
  soilTemperature: ({ weather, seed, at }) => inTheGround(weather) + 0.3 * noise(seed + 22, at / (6 * HOUR)),
  conductivity: (moment) => 250 + 14 * soilMoisture(moment),
  ph: ({ seed, at }) => 6.3 + 0.4 * noise(seed + 23, at / (2 * DAY)),
  waterTemperature: ({ weather, seed, at }) => inTheGround(weather) + 1 + 0.3 * noise(seed + 24, at / (6 * HOUR)),
  waterLevel: ({ seed, at }) => 96 - 60 * sincePart(seed, at, 6 * DAY),
  leafTemperature: ({ weather }) => weather.temperature - 1 + 2.5 * weather.daylight * clearness(weather),
  leafWetness: ({ weather }) => clamp(6 * (weather.humidity - 82), 0, 100),
  windSpeed: ({ weather, seed, at }) =>
    Math.max(0, 2 - 2.5 * weather.front + weather.daylight + 1.5 * noise(seed + 25, at / (10 * MINUTE))),
  rainRate: ({ weather, seed, at }) => Math.max(0, -weather.front - 0.4) * 8 * (1 + noise(seed + 26, at / HOUR)),
  weight: (moment) => 3.5 + 0.02 * soilMoisture(moment),
  gasResistance: ({ weather }) => 160 - weather.airQuality / 10,
  battery,
  batteryVoltage: (moment) => 3.3 + battery(moment) * 0.009,
  signalStrength: ({ seed, at }) => -63 + 6 * noise(seed + 27, at / HOUR),
}

/** Plants and soil give it off by night, and plants take it up by day. */
function carbonDioxide({ weather: { hour, daylight }, seed, shut, at }: Moment): number {
  const gathered = hour < 6 ? (hour + 6) / 12 : hour > 18 ? (hour - 18) / 12 : Math.exp((6 - hour) / 1.5)
  return 425 + 380 * shut * gathered - 45 * shut * daylight + 20 * noise(seed + 28, at / HOUR)
}

/** Lux: the sun over the day and the year, and clouds that pass. */
function light({ weather, seed, at }: Moment): number {
  const season = 0.35 + (0.65 * (weather.seasonal - 1.5)) / 16
  const clouds = 1 - 0.25 * (1 + noise(seed + 29, at / (12 * MINUTE))) * (1 - clearness(weather))
  return 75_000 * season * weather.daylight * (0.35 + 0.65 * clearness(weather)) * clouds
}

/** Dries fast at first, then slowly, until it is watered. */
function soilMoisture({ seed, at }: Moment): number {
  const every = 2.5 * DAY + (seed % 7) * 4 * HOUR
  return 30 + 38 * Math.exp(-1.6 * sincePart(seed, at, every)) + 0.8 * noise(seed + 30, at / (4 * HOUR))
}

/** Lasts five months. */
function battery({ seed, at }: Moment): number {
  return 100 - 82 * sincePart(seed, at, 150 * DAY)
}

function dust({ weather, seed, at }: Moment): number {
  return Math.max(1, 8 + 4 * weather.front + 5 * noise(seed + 31, at / (3 * HOUR)))
}

/** The ground follows the season, and the day with a delay of some hours. */
function inTheGround({ seasonal, hour }: Weather): number {
  return seasonal + 5 + 1.2 * Math.sin(((hour - 13) / 24) * 2 * Math.PI)
}

/** 0 under clouds, 1 under a clear sky. */
function clearness({ front }: Weather): number {
  return (1 + front) / 2
}

/** Returns the elapsed share of an interval, whose start depends on the seed. */
function sincePart(seed: number, at: number, interval: number): number {
  return (at / interval + seed * 0.37) % 1
}
