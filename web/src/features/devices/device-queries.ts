import { deviceRoutes, readingRoutes, serverRoutes } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../../lib/query-keys.ts'

export const NEWEST_REFRESH_MS = 30_000
const REFRESH_SOON_MS = 1000

export const deviceList = queryOptions({
  queryKey: queryKeys.devices,
  queryFn: ({ signal }) => call(deviceRoutes.list, { signal }),
})

/** The newest reading of every device; live messages are written into it, and a refetch every 30 s corrects what they missed. */
export const newestReadings = queryOptions({
  queryKey: queryKeys.newest,
  queryFn: async ({ signal }) => (await call(readingRoutes.newest, { signal })).sensorHistoryWithDeviceRecords,
  // Counted from the last fetch: a live reading that is written into the list starts the timer anew.
  refetchInterval: ({ state: { dataUpdatedAt, errorUpdatedAt } }) =>
    Math.max(Math.max(dataUpdatedAt, errorUpdatedAt) + NEWEST_REFRESH_MS - Date.now(), REFRESH_SOON_MS),
})

export const serverInfoQuery = queryOptions({
  queryKey: queryKeys.server,
  queryFn: ({ signal }) => call(serverRoutes.info, { signal }),
  staleTime: Infinity,
})

/** Asked again whenever it is shown: a laptop changes its network. */
export const boardAddressesQuery = queryOptions({
  queryKey: queryKeys.boardAddresses,
  queryFn: ({ signal }) => call(serverRoutes.boardAddresses, { signal }),
})
