import { serverRoutes } from '@greenhouse/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { queryKeys, refetchOutdated } from '../../../shared/query-keys.ts'

/** Somebody else may open the server meanwhile. */
const CLOSED_EVERY_MS = 5000

export const networkQuery = queryOptions({
  queryKey: queryKeys.network,
  queryFn: ({ signal }) => call(serverRoutes.networkAccess, { signal }),
  refetchInterval: ({ state }) => (state.data?.open === false ? CLOSED_EVERY_MS : false),
})

export function useSetNetworkAccess() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { open: boolean; password: string }) => call(serverRoutes.setNetworkAccess, { body }),
    onSuccess: () => refetchOutdated(client, [queryKeys.network, queryKeys.boardAddresses]),
  })
}
