import * as z from 'zod/mini'
import { id, nothing, oneLine, timestamp } from './fields.ts'
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

/** °C, %RH, % chance of rain and m/s. */
const hour = z.object({
  time: timestamp,
  temperature: z.nullable(z.number()),
  humidity: z.nullable(z.number()),
  rainChance: z.nullable(z.number()),
  wind: z.nullable(z.number()),
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
  current: z.extend(hour, { weatherCode: z.nullable(z.number()) }),
  hours: z.array(hour),
  days: z.array(day),
})
export type Forecast = z.infer<typeof forecast>

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
