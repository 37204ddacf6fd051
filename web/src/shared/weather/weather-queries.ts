import { MINUTE_MS, PLACE_SEARCH_MIN, weatherRoutes } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'

const FRESH_MS = 10 * MINUTE_MS

/** Returns the forecast of a place of the household; by default that of the person's town. */
export function forecastOf(placeId?: string) {
  const queryKey: readonly string[] =
    placeId === undefined ? queryKeys.weather.forecast : queryKeys.weather.ofPlace(placeId)
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => call(weatherRoutes.forecast, { query: { placeId }, signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  })
}

/** Returns the coming and the last night outdoors and in the places of the household. */
export function nightsOf(placeId?: string) {
  return queryOptions({
    queryKey: [...queryKeys.nights, placeId ?? ''],
    queryFn: ({ signal }) => call(weatherRoutes.nights, { query: { placeId }, signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  })
}

export const forecastQuery = forecastOf()

/** Searches places by the beginning of their name; disabled below two characters. */
export function placesQuery(name: string) {
  return queryOptions({
    queryKey: queryKeys.weather.places(name),
    queryFn: ({ signal }) => call(weatherRoutes.search, { query: { name }, signal }),
    enabled: name.length >= PLACE_SEARCH_MIN,
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.status === 'error' ? FRESH_MS : false),
  })
}
