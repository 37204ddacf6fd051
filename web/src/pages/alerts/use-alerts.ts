import type { Episode } from '@greenhouse/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { passes } from '../../shared/episode/episode-cache.ts'
import { closedEpisodes, openEpisodes } from '../../shared/episode/episode-queries.ts'
import type { AlertFilter } from '../../shared/query-keys.ts'

/** How to load the next page of closed episodes. */
export interface OlderAlerts {
  readonly isLoading: boolean
  readonly load: () => void
}

const NO_FILTER: AlertFilter = { year: undefined, deviceId: undefined, severity: undefined }

/**
 * The open and the closed episodes that a filter lets through, as one query, and how to load older ones; and in `all` the open
 * and the newest closed ones without a filter.
 */
export function useAlerts(filter: AlertFilter) {
  const open = useQuery(openEpisodes)
  const closed = useInfiniteQuery(closedEpisodes(filter))
  // The same query without a filter.
  const newest = useInfiniteQuery(closedEpisodes(NO_FILTER))
  const all = open.data && newest.data && { open: open.data, closed: newest.data.pages.flat() }
  const query = {
    data:
      open.data && closed.data
        ? { open: open.data.filter((one) => passes(one, filter)), closed: eachOnce(closed.data.pages.flat()) }
        : undefined,
    isError: open.isError || closed.isError,
    error: open.error ?? closed.error,
    refetch: () => Promise.all([open.refetch(), closed.refetch()]),
  }
  const more: OlderAlerts | undefined = closed.hasNextPage
    ? { isLoading: closed.isFetchingNextPage, load: () => void closed.fetchNextPage() }
    : undefined
  return { query, all, parts: [open, closed], more }
}

/** An episode that closes while a page of older ones is on its way may come with both. */
function eachOnce(episodes: readonly Episode[]): Episode[] {
  return [...new Map(episodes.map((one) => [one.episodeId, one])).values()]
}
