import { adviceRoutes, MINUTE_MS } from '@greenhouse/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { toast } from '../../ui/toast.ts'
import { outdatedBy, queryKeys, refetchOutdated } from '../query-keys.ts'

const FRESH_MS = 10 * MINUTE_MS

/** Returns the advice on the places of the household, and where rain comes. */
export const adviceQuery = queryOptions({
  queryKey: queryKeys.advice,
  queryFn: ({ signal }) => call(adviceRoutes.list, { query: {}, signal }),
  staleTime: FRESH_MS,
  refetchInterval: FRESH_MS,
})

/** Says that the plants of a place are covered. */
export function useMarkCovered(adviceId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(adviceRoutes.cover, { params: { adviceId } }),
    onError: (error) => void toast.error(failureMessage(error)),
    onSettled: () => refetchOutdated(client, [queryKeys.advice]),
  })
}

/**
 * Counts rain as a watering of the plants there, or says that it does not count.
 * @param onCounted is called with the first entry, also when what has called this is gone by then
 */
export function useCountRain(adviceId: string, onCounted: (careId: string) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (counts: boolean) => call(adviceRoutes.countRain, { params: { adviceId }, body: { counts } }),
    onSuccess: ({ careId }) => careId !== null && onCounted(careId),
    onError: (error) => void toast.error(failureMessage(error)),
    onSettled: () => refetchOutdated(client, [queryKeys.advice, ...outdatedBy.care]),
  })
}
