import { secondFactorRoutes } from '@greenhouse/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const factorList = queryOptions({
  queryKey: ['second-factors'],
  queryFn: ({ signal }) => call(secondFactorRoutes.list, { signal }),
})

/** Asks for the list anew; sessions may have ended with the change. */
export function useRefreshFactors(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all([client.invalidateQueries(factorList), client.invalidateQueries({ queryKey: ['sessions'] })])
  }
}

export function useRenamePasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ passkeyId, name }: { passkeyId: string; name: string }) =>
      call(secondFactorRoutes.renamePasskey, { query: { passkeyId }, body: { name } }),
    onSettled: () => client.invalidateQueries(factorList),
  })
}
