import { adviceRoutes, MINUTE_MS } from '@greenhouse/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { toast } from '../../ui/toast.ts'
import { useRemoveCare } from '../care/care-mutations.ts'
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
export function useCover(adviceId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(adviceRoutes.cover, { params: { adviceId } }),
    onError: (error) => void toast.error(failureMessage(error)),
    onSettled: () => refetchOutdated(client, [queryKeys.advice]),
  })
}

const COUNTED = 'Watered by rain'
const UNDO_MS = 8000

/** Counts rain as a watering of the plants there, which can be undone, or says that it does not count. */
export function useCountRain(adviceId: string) {
  const client = useQueryClient()
  const { mutate: undo } = useRemoveCare()
  return useMutation({
    mutationFn: (counts: boolean) => call(adviceRoutes.countRain, { params: { adviceId }, body: { counts } }),
    // Not beside the button, which is gone by then.
    onSuccess: ({ careId }) => {
      if (careId === null) return
      const onAct = () => undo({ careId, batch: true, label: COUNTED })
      toast.success(COUNTED, { duration: UNDO_MS, action: { label: 'Undo', onAct } })
    },
    onError: (error) => void toast.error(failureMessage(error)),
    onSettled: () => refetchOutdated(client, [queryKeys.advice, ...outdatedBy.care]),
  })
}
