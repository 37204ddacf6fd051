import * as z from 'zod/mini'
import { id, nothing, ofHousehold, oneLine, timestamp } from './fields.ts'
import { route } from './route.ts'

export const PLACE_SEARCH_MIN = 2
export const PLACE_SEARCH_RESULTS = 5
export const WEATHER_HOURS = 24

export const latitude = z.number().check(z.minimum(-90, 'Not a latitude'), z.maximum(90, 'Not a latitude'))
export const longitude = z.number().check(z.minimum(-180, 'Not a longitude'), z.maximum(180, 'Not a longitude'))

export const weatherPlace = z.object({
  name: z
    .string('Name is required')
    .check(z.trim(), z.minLength(1, 'Name is required'), z.maxLength(100, 'Name is too long'), oneLine()),
  latitude,
  longitude,
})
export type WeatherPlace = z.infer<typeof weatherPlace>
export const DEFAULT_PLACE: WeatherPlace = { name: 'Copenhagen', latitude: 55.68, longitude: 12.57 }

export const foundPlace = z.extend(weatherPlace, { region: z.string() })
export type FoundPlace = z.infer<typeof foundPlace>

/** °C, %RH, % chance of rain, m/s and the WMO code of the sky. */
const hour = z.object({
  time: timestamp,
  temperature: z.nullable(z.number()),
  humidity: z.nullable(z.number()),
  rainChance: z.nullable(z.number()),
  wind: z.nullable(z.number()),
  weatherCode: z.nullable(z.number()),
})
export type WeatherHour = z.infer<typeof hour>

const day = z.object({
  date: z.string(),
  weatherCode: z.nullable(z.number()),
  max: z.nullable(z.number()),
  min: z.nullable(z.number()),
})
export type WeatherDay = z.infer<typeof day>

/** `stale`: the weather service is unavailable; this is its reply of `fetchedAt`. */
export const forecast = z.object({
  place: weatherPlace,
  fetchedAt: timestamp,
  stale: z.boolean(),
  /** `windFrom`: degrees clockwise from north. */
  current: z.extend(hour, { windFrom: z.nullable(z.number()) }),
  hours: z.array(hour),
  days: z.array(day),
})
export type Forecast = z.infer<typeof forecast>

/** Nights that the usual difference between a place and its forecast is the median of. */
export const NIGHTS_COUNTED = 14
/** With fewer known nights the difference is unknown. */
export const NIGHTS_NEEDED = 5

/** °C. */
const lowest = z.object({ value: z.number(), at: timestamp })
export type Lowest = z.infer<typeof lowest>

/** °C by hours. */
const curve = z.array(z.object({ time: timestamp, temperature: z.number() }))
export type TemperatureCurve = z.infer<typeof curve>

const outdoors = z.object({
  /** The lowest until 07.00. Null without a forecast. */
  tonight: z.nullable(lowest),
  lastNight: z.nullable(lowest),
  /** From now until 07.00. */
  curve,
})

const placeNight = z.extend(outdoors, {
  placeId: id,
  name: z.string(),
  /** How many °C its nights are warmer than their forecasts, the median of the last ones; null while too few are known. */
  offset: z.nullable(z.number()),
  knownNights: z.number(),
  /** The living plant there that bears the least cold, °C; null without plants. */
  tenderest: z.nullable(z.object({ name: z.string(), hardyTo: z.number() })),
  /** Since when none of its thermometers has sent; null while one sends. */
  silentSince: z.nullable(timestamp),
})
export type PlaceNight = z.infer<typeof placeNight>

export const nights = z.object({
  outdoors,
  /** The unheated places with a thermometer, the coldest first. */
  places: z.array(placeNight),
  /** Names of heated places with a thermometer. */
  heated: z.array(z.string()),
})
export type Nights = z.infer<typeof nights>

export const weatherRoutes = {
  /** Copenhagen until the user chooses a place. */
  forecast: route({
    method: 'GET',
    path: '/api/Weather/GetForecast',
    access: 'member',
    /** The weather of a place of a household, or of the nearest one above with coordinates; without any, the user's own. */
    query: z.object({ placeId: z.optional(id) }),
    reply: forecast,
  }),
  /** The lowest temperatures of the coming and the last night, outdoors and in the places of a household. */
  nights: route({
    method: 'GET',
    path: '/api/nights',
    access: 'member',
    query: z.extend(ofHousehold, { placeId: z.optional(id) }),
    reply: nights,
  }),
  search: route({
    method: 'GET',
    path: '/api/Weather/SearchPlaces',
    access: 'member',
    query: z.object({
      name: z
        .string()
        .check(
          z.trim(),
          z.minLength(PLACE_SEARCH_MIN, `At least ${PLACE_SEARCH_MIN} characters`),
          z.maxLength(100, 'Name is too long'),
          oneLine(),
        ),
    }),
    reply: z.array(foundPlace),
  }),
  setPlace: route({
    method: 'PATCH',
    path: '/api/Weather/SetPlace',
    access: 'member',
    body: weatherPlace,
    reply: nothing,
  }),
}
