import { DAY_MS, type Episode } from '@greenhouse/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { passes } from '../../shared/episode/episode-cache.ts'
import { closedEpisodes, openEpisodes } from '../../shared/episode/episode-queries.ts'
import type { AlertFilter } from '../../shared/query-keys.ts'
import { isFiltered } from './summary-words.ts'

interface OlderAlerts {
  readonly isLoading: boolean
  readonly show: () => void
  /** Whether it shows the next days, or more of the same. */
  readonly isOfDays: boolean
}

const NO_FILTER: AlertFilter = { year: undefined, deviceId: undefined, severity: undefined, day: undefined }
const WINDOW_MS = 10 * DAY_MS

/**
 * Returns the episodes that match a filter, and in `all` the open and newest closed ones without a filter.
 * @param within ids of the devices and plants of the place on the screen; undefined for all places
 */
export function useAlerts(filter: AlertFilter, within?: ReadonlySet<string>) {
  const open = useQuery(openEpisodes)
  const closed = useInfiniteQuery(closedEpisodes(filter))
  const newest = useInfiniteQuery(closedEpisodes(NO_FILTER))
  const all = open.data && newest.data && { open: open.data, closed: newest.data.pages.flat() }
  const found = useMemo(() => {
    if (!open.data || !closed.data) return undefined
    const inPlace = (one: Episode) => !within || within.has(one.deviceId ?? one.plantId ?? '')
    return {
      open: open.data.filter((one) => passes(one, filter) && inPlace(one)),
      closed: eachOnce(closed.data.pages.flat().filter(inPlace)).filter(
        ({ kind }) => filter.day === undefined || kind !== 'due',
      ),
    }
    // The filter is made anew by each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [open.data, closed.data, within, filter.year, filter.day, filter.deviceId, filter.severity])
  const shown = useShownDays(found?.closed ?? [], isFiltered(filter))
  const query = {
    data: found && { ...found, closed: shown.episodes },
    isError: open.isError || closed.isError,
    error: open.error ?? closed.error,
    refetch: () => Promise.all([open.refetch(), closed.refetch()]),
  }
  const isAtEnd = shown.hidden === undefined
  const more: OlderAlerts | undefined =
    isAtEnd && !closed.hasNextPage
      ? undefined
      : {
          isLoading: closed.isFetchingNextPage,
          isOfDays: !isFiltered(filter) && !isAtEnd,
          show: () => (isAtEnd ? void closed.fetchNextPage() : shown.show()),
        }
  return { query, all, parts: [open, closed], more, updatedAt: open.dataUpdatedAt }
}

/** Shows ten days, then the ten days that end with the next older alert. A filter shows all that is loaded. */
function useShownDays(episodes: readonly Episode[], isWhole: boolean) {
  const [from, setFrom] = useState(() => Date.now() - WINDOW_MS)
  const count = episodes.findIndex(({ openedAt }) => Date.parse(openedAt) < from)
  const hidden = isWhole || count === -1 ? undefined : episodes[count]
  return {
    episodes: hidden ? episodes.slice(0, count) : episodes,
    hidden,
    show: () => hidden && setFrom(Date.parse(hidden.openedAt) - WINDOW_MS),
  }
}

/** An episode may close while an older page is loading, and be in both. */
function eachOnce(episodes: readonly Episode[]): Episode[] {
  return [...new Map(episodes.map((one) => [one.episodeId, one])).values()]
}
