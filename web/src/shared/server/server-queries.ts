import { serverRoutes } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'

export const serverInfoQuery = queryOptions({
  queryKey: queryKeys.server,
  queryFn: ({ signal }) => call(serverRoutes.info, { signal }),
  staleTime: Infinity,
})

/** Refetched on each use, because a laptop may change its network. */
export const boardAddressesQuery = queryOptions({
  queryKey: queryKeys.boardAddresses,
  queryFn: ({ signal }) => call(serverRoutes.boardAddresses, { signal }),
})
