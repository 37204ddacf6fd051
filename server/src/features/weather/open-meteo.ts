import {
  PLACE_SEARCH_RESULTS,
  WEATHER_HOURS,
  type FoundPlace,
  type Forecast,
  type ForecastHour,
  type WeatherPlace,
  fromTimestamp,
  toTimestamp,
} from '@greenhouse/contract'
import * as z from 'zod/mini'
import { fetchJson } from './fetch-json.ts'

/** The temperature outdoors at an instant, in milliseconds since 1970 and °C. */
export interface OutdoorTemperature {
  readonly at: number
  readonly temperature: number
}

/** An hour with a temperature. */
type OutdoorHour = ForecastHour & OutdoorTemperature

export interface OutdoorForecast extends Omit<Forecast, 'place' | 'stale' | 'fetchedAt'> {
  /** From yesterday to the last day. */
  readonly outdoorHours: readonly OutdoorHour[]
  /** The hours with rain of the same time, in milliseconds since 1970. */
  readonly rainAt: readonly number[]
}

export interface OpenMeteo {
  forecast(place: WeatherPlace, now: number): Promise<OutdoorForecast>
  search(name: string): Promise<FoundPlace[]>
}

const value = z.nullish(z.number())
const values = z._default(z.array(z.nullable(z.number())), [])
const times = z._default(z.array(z.string()), [])

const NO_HOURS = {
  time: [],
  temperature_2m: [],
  relative_humidity_2m: [],
  precipitation_probability: [],
  wind_speed_10m: [],
  weather_code: [],
  dew_point_2m: [],
  cloud_cover: [],
  precipitation: [],
}

const forecastAnswer = z.object({
  utc_offset_seconds: z._default(z.number(), 0),
  current: z.object({
    time: z.string(),
    temperature_2m: value,
    relative_humidity_2m: value,
    weather_code: value,
    wind_speed_10m: value,
    wind_direction_10m: value,
  }),
  hourly: z._default(
    z.object({
      time: times,
      temperature_2m: values,
      relative_humidity_2m: values,
      precipitation_probability: values,
      wind_speed_10m: values,
      weather_code: values,
      dew_point_2m: values,
      cloud_cover: values,
      precipitation: values,
    }),
    NO_HOURS,
  ),
  daily: z._default(
    z.object({ time: times, weather_code: values, temperature_2m_max: values, temperature_2m_min: values }),
    { time: [], weather_code: [], temperature_2m_max: [], temperature_2m_min: [] },
  ),
})

const searchAnswer = z.object({
  results: z._default(
    z.array(
      z.object({
        name: z.string(),
        latitude: z.number(),
        longitude: z.number(),
        country: z.nullish(z.string()),
        admin1: z.nullish(z.string()),
      }),
    ),
    [],
  ),
})

const HOURLY = [
  'temperature_2m',
  'relative_humidity_2m',
  'precipitation_probability',
  'wind_speed_10m',
  'weather_code',
  'dew_point_2m',
  'cloud_cover',
  'precipitation',
  'et0_fao_evapotranspiration',
]

const DATE_LENGTH = '2026-11-20'.length
/** Today and those after it. */
const DAYS = 10

/** Client of Open-Meteo, https://open-meteo.com/en/docs. */
export function openMeteo(addresses: { forecast: string; geocoding: string }): OpenMeteo {
  return {
    async forecast({ latitude, longitude }, now) {
      const url = new URL('/v1/forecast', addresses.forecast)
      url.search = new URLSearchParams({
        latitude: String(latitude),
        longitude: String(longitude),
        current: 'temperature_2m,relative_humidity_2m,weather_code,wind_speed_10m,wind_direction_10m',
        hourly: HOURLY.join(),
        daily: 'weather_code,temperature_2m_max,temperature_2m_min',
        wind_speed_unit: 'ms',
        timezone: 'auto',
        forecast_days: String(DAYS),
        past_days: '1',
      }).toString()
      return toForecast(forecastAnswer.parse(await fetchJson(url)), now)
    },

    async search(name) {
      const url = new URL('/v1/search', addresses.geocoding)
      url.search = new URLSearchParams({ name, count: String(PLACE_SEARCH_RESULTS), format: 'json' }).toString()
      const { results } = searchAnswer.parse(await fetchJson(url))
      return results.slice(0, PLACE_SEARCH_RESULTS).map(({ name: found, latitude, longitude, country, admin1 }) => ({
        name: found.slice(0, 100),
        latitude,
        longitude,
        region: [admin1, country].filter(Boolean).join(', '),
      }))
    },
  }
}

function toForecast(
  { utc_offset_seconds: offset, current, hourly, daily }: z.infer<typeof forecastAnswer>,
  now: number,
): OutdoorForecast {
  // Its times are local to the place, without a zone.
  const timeOf = (local: string) => toTimestamp(fromTimestamp(`${local}Z`) - offset * 1000)
  const hours = hourly.time.map((time, index) => ({
    time: timeOf(time),
    temperature: hourly.temperature_2m[index] ?? null,
    humidity: hourly.relative_humidity_2m[index] ?? null,
    rainChance: hourly.precipitation_probability[index] ?? null,
    wind: hourly.wind_speed_10m[index] ?? null,
    weatherCode: hourly.weather_code[index] ?? null,
  }))
  const outdoorHours = hours.flatMap(({ time, temperature, wind, rainChance }, index): OutdoorHour[] =>
    temperature === null
      ? []
      : [
          {
            at: fromTimestamp(time),
            temperature,
            wind,
            rainChance,
            dewPoint: hourly.dew_point_2m[index] ?? null,
            cloud: hourly.cloud_cover[index] ?? null,
            rain: hourly.precipitation[index] ?? null,
          },
        ],
  )
  const hourAgo = toTimestamp(now - 3_600_000)
  const coming = hours.filter(({ time }) => time > hourAgo).slice(0, WEATHER_HOURS)
  return {
    current: {
      time: timeOf(current.time),
      temperature: current.temperature_2m ?? null,
      humidity: current.relative_humidity_2m ?? coming[0]?.humidity ?? null,
      rainChance: coming[0]?.rainChance ?? null,
      wind: current.wind_speed_10m ?? null,
      weatherCode: current.weather_code ?? null,
      windFrom: current.wind_direction_10m ?? null,
    },
    hours: coming,
    // It lists yesterday as well.
    days: daily.time
      .map((date, index) => ({
        date,
        weatherCode: daily.weather_code[index] ?? null,
        max: daily.temperature_2m_max[index] ?? null,
        min: daily.temperature_2m_min[index] ?? null,
      }))
      .filter(({ date }) => date >= toTimestamp(now + offset * 1000).slice(0, DATE_LENGTH))
      .slice(0, DAYS),
    outdoorHours,
    rainAt: hours.filter(({ weatherCode }) => isRain(weatherCode)).map(({ time }) => fromTimestamp(time)),
  }
}

/** Whether a WMO code of present weather (table 4677, as Open-Meteo has it) is drizzle, rain, showers or a thunderstorm. */
function isRain(code: number | null): boolean {
  return code !== null && ((code >= 51 && code <= 67) || (code >= 80 && code <= 82) || code >= 95)
}
