import { addDays, dateIn, DAY_MS, HOUR_MS, instantOf, type CalendarDate, type Coordinates } from '@greenhouse/contract'
import type { WeatherYear } from './weather-year.ts'

/** The forecasts and lows of the nights of a town, as they were recorded. */
export interface RecordedYear {
  readonly name: string
  readonly zone: string
  readonly coordinates: Coordinates
  readonly from: CalendarDate
  readonly days: number
  readonly year: WeatherYear
}

/** Lowest temperatures of the night after a date, °C. */
interface RecordedNight {
  /** As published in the morning. */
  readonly forecast: number
  /** As published before the night. */
  readonly lastForecast: number
  readonly measured: number
}

/** Hours of the clock. */
const LAST_FORECAST = 18
/** Before the sun rises in midsummer. */
const COLDEST = 4
const NOON = 12
const HOURS_A_DAY = 24
/** How much warmer than the coldest hour the others are, which are not recorded, °C. */
const ABOVE_LOW = 6

/**
 * Reads lines of `town,zone,latitude,longitude,date,forecast,last forecast,measured`: the lows of the night after a date, °C.
 * Clouds and wind are not recorded: the sky counts as covered, and there is no advice on ground frost. Throws for a line without
 * its temperatures.
 */
export function readRecordedYears(text: string): RecordedYear[] {
  const lines = text.split('\n').filter((line) => line !== '')
  const towns = Map.groupBy(
    lines.map((line) => line.split(',')),
    ([town = '']) => town,
  )
  return [...towns].map(([name, rows]) => {
    const [, zone = '', latitude, longitude] = rows[0] ?? []
    const nights = new Map(rows.map((row) => [row[4] ?? '', nightOf(row)]))
    const dates = [...nights.keys()].toSorted()
    const [from = '', to = ''] = [dates[0], dates.at(-1)]
    const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
    const coordinates = { latitude: Number(latitude), longitude: Number(longitude) }
    return { name, zone, coordinates, from, days, year: recordedYear(nights, zone) }
  })
}

function nightOf(row: readonly string[]): RecordedNight {
  const [forecast = NaN, lastForecast = NaN, measured = NaN] = row.slice(5).map(Number)
  if ([forecast, lastForecast, measured].some(Number.isNaN)) throw new Error(`Not three temperatures: ${row.join()}`)
  return { forecast, lastForecast, measured }
}

function recordedYear(nights: ReadonlyMap<CalendarDate, RecordedNight>, zone: string): WeatherYear {
  const hoursAfter = (date: CalendarDate, low: number | undefined) => {
    const coldest = instantOf(addDays(date, 1), COLDEST * 60, zone)
    const noon = instantOf(date, NOON * 60, zone)
    return Array.from({ length: low === undefined ? 0 : HOURS_A_DAY }, (_, hour) => {
      const at = noon + hour * HOUR_MS
      const temperature = (low ?? 0) + (at === coldest ? 0 : ABOVE_LOW)
      return { at, temperature, cloud: 100, wind: 0, dewPoint: null, rain: 0, rainChance: 0 }
    })
  }
  return {
    forecastAt(now) {
      const date = dateIn(now, zone)
      const night = nights.get(date)
      const isLast = now >= instantOf(date, LAST_FORECAST * 60, zone)
      return hoursAfter(date, isLast ? night?.lastForecast : night?.forecast)
    },
    between(from, to) {
      const date = dateIn(from, zone)
      return hoursAfter(date, nights.get(date)?.measured).filter(({ at }) => at >= from && at <= to)
    },
    noise: () => 0,
  }
}
