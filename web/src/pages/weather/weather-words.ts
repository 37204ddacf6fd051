import { HOUR_MS, toFahrenheit, type Lowest, type Nights, type PlaceNight, type WeatherDay } from '@greenhouse/contract'
import { startOfDay } from '../../lib/dates.ts'
import { formatNumber, formatTime, formatWeekday, withUnit } from '../../lib/format.ts'
import { showOutdoor } from '../../shared/weather/weather-values.ts'
import { SKY_WORDS, skyOf } from './weather-code.ts'

const POINTS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const

/** Returns `south-west` of 225°, where wind comes from. */
export function pointOf(degrees: number): string {
  return POINTS[Math.round(degrees / 45) % POINTS.length] ?? 'north'
}

/** Returns `7,4 °C` in the preferred unit. `value` in °C. */
export function degrees(value: number, celsius: boolean): string {
  const { text, unit } = showOutdoor(value, celsius)
  return withUnit(text, unit)
}

/** Returns a difference of temperatures, `2,3 °C`; differences in °F are larger. */
function difference(value: number, celsius: boolean): string {
  return withUnit(formatNumber(celsius ? value : (value * 9) / 5, 1), celsius ? '°C' : '°F')
}

/** Returns the sky by day or night: `sunny`, `clear`, `partly cloudy`. */
export function skyWords(code: number | null, isNight: boolean): string {
  const sky = skyOf(code)
  return isNight && sky === 'sunny' ? 'clear' : SKY_WORDS[sky].toLowerCase()
}

/** Returns what the difference of a place to its forecast is worth. */
export function offsetWords(
  { offset, knownNights, silentSince, tenderest }: PlaceNight,
  celsius: boolean,
  needed: number,
): string {
  const bears = tenderest ? `; ${tenderest.name} bears ${wholeDegrees(tenderest.hardyTo, celsius)}` : ''
  if (offset === null) return `${knownNights} of ${needed} nights known${bears}`
  const sign = offset < 0 ? '' : '+'
  const by = `${sign}${formatNumber(celsius ? offset : (offset * 9) / 5, 1)}`
  return silentSince === null
    ? `${by}, from ${knownNights} nights${bears}`
    : `${by}, silent since ${formatTime(silentSince)}: estimate only${bears}`
}

/** Returns `Cold frame stays 2,3 °C warmer than outside: about 9,7 °C.` */
export function placeSentence({ name, offset, tonight }: PlaceNight, celsius: boolean): string | undefined {
  if (offset === null || tonight === null) return undefined
  const by = difference(Math.abs(offset), celsius)
  const how = offset < 0 ? `${by} colder than outside` : `${by} warmer than outside`
  return `Your ${name} stays ${how}: about ${degrees(tonight.value, celsius)}.`
}

/** Until this hour of the morning the last night is shown with the coming one. */
const MORNING_ENDS = 10
const MORNING_BEGINS = 7
/** Of a night, and of the morning after it. */
const SINCE_EVENING_MS = 16 * HOUR_MS

/**
 * Returns the night that is the headline of a morning. Nights end by the clock of their household, mornings by that of the browser:
 * until the night has ended there, the last one is a day old.
 */
export function nightOfMorning({ lastNight }: Nights['outdoors'], now: number): Lowest | undefined {
  const hour = new Date(now).getHours()
  if (lastNight === null || hour < MORNING_BEGINS || hour >= MORNING_ENDS) return undefined
  return now - Date.parse(lastNight.at) <= SINCE_EVENING_MS ? lastNight : undefined
}

/** Returns whether the plants of all places bear what is expected. Without plants, or with an unknown night, nobody knows. */
export function isSafe(places: readonly PlaceNight[]): boolean {
  const planted = places.filter(({ tenderest }) => tenderest !== null)
  const bears = ({ tonight, tenderest }: PlaceNight) =>
    tonight !== null && tenderest !== null && tonight.value >= tenderest.hardyTo
  return planted.length > 0 && planted.every(bears)
}

/** Returns a row of the ten days as one sentence: `Sunday 21 June, 3 to 17 °C, sunny, Cold frame about 5,5`. */
export function dayWords(
  { date, min, max, weatherCode }: WeatherDay,
  { celsius, coldest }: { readonly celsius: boolean; readonly coldest: { name: string; low: number } | undefined },
): string {
  const show = (value: number | null) => showOutdoor(value, celsius).text
  return [
    formatWeekday(startOfDay(date)),
    `${show(min)} to ${withUnit(show(max), celsius ? '°C' : '°F')}`,
    skyWords(weatherCode, false),
    ...(min !== null && min <= 0 ? ['frost'] : []),
    ...(coldest ? [`${coldest.name} about ${show(coldest.low)}`] : []),
  ].join(', ')
}

/** Returns whole degrees in the preferred unit, without it. */
export function wholeDegrees(value: number | null, celsius: boolean): string {
  return value === null ? 'N/A' : formatNumber(celsius ? value : toFahrenheit(value), 0)
}
