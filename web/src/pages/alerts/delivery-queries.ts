import { channelRoutes, type Delivery } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../../shared/query-keys.ts'

const ASKED_EVERY_MS = 30_000

/** Polls while messages are pending. */
export function deliveriesOf(episodeId: string) {
  return queryOptions({
    queryKey: queryKeys.alerts.deliveriesOf(episodeId),
    queryFn: ({ signal }): Promise<Delivery[]> => call(channelRoutes.ofEpisode, { params: { episodeId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ nextTryAt }) => nextTryAt !== null) === true ? ASKED_EVERY_MS : false,
  })
}
