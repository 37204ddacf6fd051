import { authRoutes, userRoutes } from '@greenhouse/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const sessionList = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(authRoutes.sessions, { signal }),
})

/** Ends one session, or with undefined all but this one. */
export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string | undefined) =>
      sessionId === undefined
        ? call(authRoutes.endOtherSessions)
        : call(authRoutes.endSession, { query: { sessionId } }),
    onSettled: () => client.invalidateQueries(sessionList),
  })
}

export function useDeleteAccount() {
  return useMutation({ mutationFn: () => call(userRoutes.remove) })
}
