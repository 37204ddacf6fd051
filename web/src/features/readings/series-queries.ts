import { seriesRoutes, type Series } from '@greenhouse/contract'
import { queryOptions, type Query } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../../lib/query-keys.ts'

const REFRESH_MS = 30_000
const REFRESH_SOON_MS = 1000

/** Every series of the person's devices, device by device in their order; live values are written into it. */
export const newestSeries = queryOptions({
  queryKey: queryKeys.series.newest,
  queryFn: ({ signal }) => call(seriesRoutes.newest, { signal }),
  refetchInterval: untilRefresh,
})

/** The series of one device in their order; live values are written into it. */
export function deviceSeries(deviceId: string) {
  return queryOptions({
    queryKey: queryKeys.series.ofDevice(deviceId),
    queryFn: ({ signal }) => call(seriesRoutes.list, { params: { deviceId }, signal }),
    refetchInterval: untilRefresh,
  })
}

/** Counted from the last fetch: a live value that is written into the list starts the timer anew. */
function untilRefresh<Key extends readonly unknown[]>({
  state: { dataUpdatedAt, errorUpdatedAt },
}: Query<Series[], Error, Series[], Key>): number {
  return Math.max(Math.max(dataUpdatedAt, errorUpdatedAt) + REFRESH_MS - Date.now(), REFRESH_SOON_MS)
}
