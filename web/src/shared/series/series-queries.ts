import { seriesRoutes } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'

export const REFRESH_MS = 30_000
const REFRESH_SOON_MS = 1000

/** Ordered by device; updated with live values. */
export const newestSeries = queryOptions({
  queryKey: queryKeys.series,
  queryFn: ({ signal }) => call(seriesRoutes.newest, { signal }),
  // Based on the last fetch: each live value restarts the timer.
  refetchInterval: ({ state: { dataUpdatedAt, errorUpdatedAt } }) =>
    Math.max(Math.max(dataUpdatedAt, errorUpdatedAt) + REFRESH_MS - Date.now(), REFRESH_SOON_MS),
})
