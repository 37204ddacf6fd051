import { MINUTE_MS, PLACE_SEARCH_MIN, weatherRoutes } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'

const FRESH_MS = 10 * MINUTE_MS

export const forecastQuery = queryOptions({
  queryKey: queryKeys.weather.forecast,
  queryFn: ({ signal }) => call(weatherRoutes.forecast, { signal }),
  staleTime: FRESH_MS,
  refetchInterval: FRESH_MS,
})

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
