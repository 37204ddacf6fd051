import { authRoutes } from '@greenhouse/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, queryKeys, refetchOutdated } from '../../shared/query-keys.ts'

export const sessionList = queryOptions({
  queryKey: queryKeys.sessions,
  queryFn: ({ signal }) => call(authRoutes.sessions, { signal }),
})

/** Ends one session, or all but this one. */
export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ which, password }: { which: string; password?: string | undefined }) =>
      which === 'others'
        ? call(authRoutes.endOtherSessions, { body: { password } })
        : call(authRoutes.endSession, { query: { sessionId: which }, body: { password } }),
    onSettled: () => refetchOutdated(client, outdatedBy.session),
  })
}
