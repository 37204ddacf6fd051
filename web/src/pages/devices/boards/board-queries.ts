import { boardRoutes, brokerRoutes, hubRoutes } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { BOARDS_EVERY_MS } from '../../../shared/device/board-queries.ts'
import { queryKeys } from '../../../shared/query-keys.ts'

const BROKERS_EVERY_MS = 10_000

export const heardOnceList = queryOptions({
  queryKey: queryKeys.boardsHeardOnce,
  queryFn: ({ signal }) => call(boardRoutes.heardOnce, { signal }),
  refetchInterval: BOARDS_EVERY_MS,
})

export const hubList = queryOptions({
  queryKey: queryKeys.hubs,
  queryFn: ({ signal }) => call(hubRoutes.list, { signal }),
})

/** Polled while there are brokers, because connections change. */
export const brokerList = queryOptions({
  queryKey: queryKeys.brokers,
  queryFn: ({ signal }) => call(brokerRoutes.list, { signal }),
  refetchInterval: ({ state: { data } }) => (data !== undefined && data.length > 0 ? BROKERS_EVERY_MS : false),
})
