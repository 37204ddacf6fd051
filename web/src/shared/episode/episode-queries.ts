import { alertRoutes, EPISODES_PER_PAGE_MAX, episodeRoutes, type Episode } from '@greenhouse/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { browserTimeZone } from '../../lib/time-zone.ts'
import { queryKeys, type AlertFilter } from '../query-keys.ts'
import { seenUntil } from './seen.ts'

/** So many closed episodes are fetched at once. */
export const EPISODES_PAGE = 50
/** The most unseen alerts that are fetched at once. */
export const UNSEEN_MAX = 20
/** So many pages of the episodes of a range are fetched: a chart draws no more of them apart. */
const PAGES_OF_RANGE_MAX = 5
/** So many pages of open episodes are fetched: an account has few more rules and devices. */
const PAGES_OF_OPEN_MAX = 7

/** The open episodes, the newest first. */
export const openEpisodes = queryOptions({
  queryKey: queryKeys.alerts.open,
  queryFn: ({ signal }) => pagesOf({ state: 'open' }, { most: PAGES_OF_OPEN_MAX, signal }),
})

/** Closed episodes and notes, the newest first, page by page. */
export function closedEpisodes(filter: AlertFilter) {
  const { year, deviceId, severity } = filter
  return infiniteQueryOptions({
    queryKey: queryKeys.alerts.closedOf(filter),
    queryFn: ({ pageParam, signal }) =>
      call(episodeRoutes.list, {
        query: {
          state: 'closed',
          limit: String(EPISODES_PAGE),
          ...(year === undefined ? {} : { year: String(year), timeZone: browserTimeZone() }),
          ...(deviceId === undefined ? {} : { deviceId }),
          ...(severity === undefined ? {} : { severity }),
          ...(pageParam === '' ? {} : { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last: Episode[]) => (last.length < EPISODES_PAGE ? undefined : last.at(-1)?.episodeId),
    // The page does not fold up and unfold with each choice.
    placeholderData: keepPreviousData,
  })
}

/** The calendar years in which there are alerts. */
export const alertYears = queryOptions({
  queryKey: queryKeys.alerts.years,
  queryFn: ({ signal }) => call(alertRoutes.years, { query: { timeZone: browserTimeZone() }, signal }),
})

/** What became known since the alerts were looked at in this browser, for the mark in the navigation. */
export const newestEpisodes = queryOptions({
  queryKey: queryKeys.alerts.newest,
  queryFn: ({ signal }) => {
    const knownAfter = seenUntil()
    const since = knownAfter === null ? {} : { knownAfter }
    return call(episodeRoutes.list, { query: { limit: String(UNSEEN_MAX), ...since }, signal })
  },
})

/**
 * The episodes of devices that a range touches, whose ends are ISO 8601: of each device the newest of them, a thousand at
 * most. One query for all devices: the code that observes several is too large for this one place.
 */
export function episodesBetween(deviceIds: readonly string[], { from, to }: { from: string; to: string }) {
  return queryOptions({
    queryKey: queryKeys.alerts.between(deviceIds, from, to),
    queryFn: async ({ signal }) => {
      const ofDevice = (deviceId: string) => pagesOf({ from, to, deviceId }, { most: PAGES_OF_RANGE_MAX, signal })
      return (await Promise.all(deviceIds.map(ofDevice))).flat()
    },
    placeholderData: keepPreviousData,
  })
}

type EpisodeQuery = { state: 'open' } | { deviceId: string; from: string; to: string }

async function pagesOf(
  query: EpisodeQuery,
  { most, signal }: { most: number; signal: AbortSignal },
): Promise<Episode[]> {
  const episodes: Episode[] = []
  for (let page = 0; page < most; page++) {
    const before = episodes.at(-1)?.episodeId
    const cursor = before === undefined ? {} : { before }
    const limit = String(EPISODES_PER_PAGE_MAX)
    const next = await call(episodeRoutes.list, { query: { ...query, ...cursor, limit }, signal })
    episodes.push(...next)
    if (next.length < EPISODES_PER_PAGE_MAX) break
  }
  return episodes
}
