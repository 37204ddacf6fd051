import { seriesRoutes } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'

export const REFRESH_MS = 30_000
const REFRESH_SOON_MS = 1000

/** Every series of the person's devices, device by device in their order; live values are written into it. */
export const newestSeries = queryOptions({
  queryKey: queryKeys.series,
  queryFn: ({ signal }) => call(seriesRoutes.newest, { signal }),
  // Counted from the last fetch: a live value that is written into the list starts the timer anew.
  refetchInterval: ({ state: { dataUpdatedAt, errorUpdatedAt } }) =>
    Math.max(Math.max(dataUpdatedAt, errorUpdatedAt) + REFRESH_MS - Date.now(), REFRESH_SOON_MS),
})
