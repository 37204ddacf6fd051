import { careRoutes, type CareChange, type CareInput } from '@greenhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, refetchOutdated } from '../query-keys.ts'

/** Logs the same work for some plants. */
export function useAddCare() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CareInput) => call(careRoutes.add, { body }),
    onSettled: () => void refetchOutdated(client, outdatedBy.care),
  })
}

export function useEditCare() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ careId, ...body }: CareChange & { careId: string }) =>
      call(careRoutes.edit, { params: { careId }, body }),
    onSettled: () => void refetchOutdated(client, outdatedBy.care),
  })
}

/** Undoes an entry, or with `batch` all of the same request. */
export function useRemoveCare() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ careId, batch }: { careId: string; batch: boolean }) =>
      call(careRoutes.remove, { params: { careId }, query: { batch: batch ? '1' : '0' } }),
    onSettled: () => void refetchOutdated(client, outdatedBy.care),
  })
}
