import { channelRoutes } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'

/** Deliveries change without an action of the user. */
const POLL_INTERVAL_MS = 15_000

export const channelList = queryOptions({
  queryKey: queryKeys.channels.list,
  queryFn: ({ signal }) => call(channelRoutes.list, { signal }),
  refetchInterval: POLL_INTERVAL_MS,
})

/** Newest first. */
export const deliveriesOf = (channelIds: readonly string[]) =>
  queryOptions({
    queryKey: [...queryKeys.channels.deliveries, channelIds.join()],
    queryFn: async ({ signal }) => {
      const lists = channelIds.map((channelId) => call(channelRoutes.deliveries, { params: { channelId }, signal }))
      return (await Promise.all(lists)).flat().toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    },
    refetchInterval: POLL_INTERVAL_MS,
  })

export const quietHoursQuery = queryOptions({
  queryKey: queryKeys.quietHours,
  queryFn: ({ signal }) => call(channelRoutes.quietHours, { signal }),
})

export const pushKeyQuery = queryOptions({
  queryKey: queryKeys.pushKey,
  queryFn: ({ signal }) => call(channelRoutes.pushKey, { signal }),
  staleTime: Infinity,
})
