import { careRoutes, type CareChange } from '@greenhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, refetchOutdated } from '../query-keys.ts'
import type { NewCare } from '../queue/queued-act.ts'
import { usePerform } from '../queue/use-perform.ts'

/** Logs the same work for some plants. `label` is shown while it waits for the network. */
export function useAddCare() {
  const client = useQueryClient()
  const perform = usePerform()
  return useMutation({
    mutationFn: ({ input, label }: { input: NewCare; label: string }) =>
      perform({ route: 'add', key: input.careId, label, body: input }),
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

interface Removal {
  readonly careId: string
  readonly batch: boolean
  readonly label: string
}

/** Undoes an entry, or with `batch` all of the same request. */
export function useRemoveCare() {
  const client = useQueryClient()
  const perform = usePerform()
  return useMutation({
    mutationFn: ({ careId, batch, label }: Removal) =>
      perform({
        route: 'remove',
        key: careId,
        label: `Undo “${label}”`,
        params: { careId },
        query: { batch: batch ? '1' : '0' },
      }),
    onSettled: () => void refetchOutdated(client, outdatedBy.care),
  })
}
