import type { Episode } from '@greenhouse/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { passes } from '../../shared/episode/episode-cache.ts'
import { closedEpisodes, openEpisodes } from '../../shared/episode/episode-queries.ts'
import type { AlertFilter } from '../../shared/query-keys.ts'

export interface OlderAlerts {
  readonly isLoading: boolean
  readonly load: () => void
}

const NO_FILTER: AlertFilter = { year: undefined, deviceId: undefined, severity: undefined }

/**
 * Returns the episodes that match a filter, and in `all` the open and newest closed ones without a filter.
 * @param within ids of the devices and plants of the place on the screen; undefined for all places
 */
export function useAlerts(filter: AlertFilter, within?: ReadonlySet<string>) {
  const inPlace = (episodes: readonly Episode[]) =>
    episodes.filter(({ deviceId, plantId }) => !within || within.has(deviceId ?? plantId ?? ''))
  const open = useQuery(openEpisodes)
  const closed = useInfiniteQuery(closedEpisodes(filter))
  const newest = useInfiniteQuery(closedEpisodes(NO_FILTER))
  const all = open.data && newest.data && { open: inPlace(open.data), closed: inPlace(newest.data.pages.flat()) }
  const query = {
    data:
      open.data && closed.data
        ? {
            open: inPlace(open.data).filter((one) => passes(one, filter)),
            closed: eachOnce(inPlace(closed.data.pages.flat())),
          }
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

/** An episode may close while an older page is loading, and be in both. */
function eachOnce(episodes: readonly Episode[]): Episode[] {
  return [...new Map(episodes.map((one) => [one.episodeId, one])).values()]
}
