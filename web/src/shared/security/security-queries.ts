import { secondFactorRoutes } from '@greenhouse/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, queryKeys, refetchOutdated } from '../query-keys.ts'

export const factorList = queryOptions({
  queryKey: queryKeys.secondFactors,
  queryFn: ({ signal }) => call(secondFactorRoutes.list, { signal }),
})

export function useRefreshFactors(): () => Promise<void> {
  const client = useQueryClient()
  return () => refetchOutdated(client, outdatedBy.secondFactors)
}

export function useRenamePasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ passkeyId, name }: { passkeyId: string; name: string }) =>
      call(secondFactorRoutes.renamePasskey, { query: { passkeyId }, body: { name } }),
    onSettled: () => refetchOutdated(client, outdatedBy.secondFactor),
  })
}
