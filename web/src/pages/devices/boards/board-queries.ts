import { boardRoutes, brokerRoutes, hubRoutes } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { queryKeys } from '../../../shared/query-keys.ts'

/** Values of a board that is not claimed are not sent live. */
const BOARDS_EVERY_MS = 30_000
const BROKERS_EVERY_MS = 10_000

/** The boards that were heard of, claimed and ignored ones among them. */
export const boardList = queryOptions({
  queryKey: queryKeys.boards,
  queryFn: ({ signal }) => call(boardRoutes.list, { signal }),
  refetchInterval: BOARDS_EVERY_MS,
})

/** The boards that are not listed yet. */
export const heardOnceList = queryOptions({
  queryKey: queryKeys.boardsHeardOnce,
  queryFn: ({ signal }) => call(boardRoutes.heardOnce, { signal }),
  refetchInterval: BOARDS_EVERY_MS,
})

export const hubList = queryOptions({
  queryKey: queryKeys.hubs,
  queryFn: ({ signal }) => call(hubRoutes.list, { signal }),
})

/** Fetched often while there are brokers: whether each is connected changes by itself. */
export const brokerList = queryOptions({
  queryKey: queryKeys.brokers,
  queryFn: ({ signal }) => call(brokerRoutes.list, { signal }),
  refetchInterval: ({ state: { data } }) => (data !== undefined && data.length > 0 ? BROKERS_EVERY_MS : false),
})
