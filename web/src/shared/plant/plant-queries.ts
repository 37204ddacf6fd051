import { plantRoutes } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'

export const plantList = queryOptions({
  queryKey: queryKeys.plants,
  queryFn: ({ signal }) => call(plantRoutes.list, { query: {}, signal }),
})

/** With a device, the waterings of plants in its place or below. */
export function wateringsQuery({ from, to }: { from: string; to: string }, deviceId?: string) {
  return queryOptions({
    queryKey: queryKeys.waterings.between(from, to, deviceId),
    queryFn: ({ signal }) => call(plantRoutes.waterings, { query: { from, to, deviceId }, signal }),
  })
}
