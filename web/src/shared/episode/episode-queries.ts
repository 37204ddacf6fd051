import { EPISODES_PER_PAGE_MAX, episodeRoutes, type Episode } from '@greenhouse/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { endOfDay, startOfDay } from '../../lib/dates.ts'
import { call } from '../../lib/call.ts'
import { browserTimeZone } from '../../lib/time-zone.ts'
import { queryKeys, type AlertFilter } from '../query-keys.ts'
import { seenUntil } from './seen.ts'

export const EPISODES_PAGE = 50
export const UNSEEN_MAX = 20
/** A chart can't show more of them separately. */
const PAGES_OF_RANGE_MAX = 5
/** An account has few more rules and devices. */
const PAGES_OF_OPEN_MAX = 7

/** Newest first. */
export const openEpisodes = queryOptions({
  queryKey: queryKeys.alerts.open,
  queryFn: ({ signal }) => pagesOf({ state: 'open' }, { maxPages: PAGES_OF_OPEN_MAX, signal }),
})

/** Newest first, including notes. */
export function closedEpisodes(filter: AlertFilter) {
  const { year, deviceId, severity, day } = filter
  return infiniteQueryOptions({
    queryKey: queryKeys.alerts.closedOf(filter),
    queryFn: ({ pageParam, signal }) =>
      call(episodeRoutes.list, {
        query: {
          state: 'closed',
          limit: String(EPISODES_PAGE),
          ...(year === undefined ? {} : { year: String(year), timeZone: browserTimeZone() }),
          ...(day === undefined ? {} : { from: startOfDay(day).toISOString(), to: endOfDay(day).toISOString() }),
          ...(deviceId === undefined ? {} : { deviceId }),
          ...(severity === undefined ? {} : { severity }),
          ...(pageParam === '' ? {} : { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last: Episode[]) => (last.length < EPISODES_PAGE ? undefined : last.at(-1)?.episodeId),
    // Keeps the page from collapsing at each choice.
    placeholderData: keepPreviousData,
  })
}

export const alertYears = queryOptions({
  queryKey: queryKeys.alerts.years,
  queryFn: ({ signal }) => call(episodeRoutes.years, { query: { timeZone: browserTimeZone() }, signal }),
})

/** Alerts that this browser has not seen. */
export const newestEpisodes = queryOptions({
  queryKey: queryKeys.alerts.newest,
  queryFn: ({ signal }) => {
    const knownAfter = seenUntil()
    const since = knownAfter === null ? {} : { knownAfter }
    return call(episodeRoutes.list, { query: { limit: String(UNSEEN_MAX), ...since }, signal })
  },
})

/** Returns up to a thousand episodes of each device in one query: `useQueries` is too large for a single use. */
export function episodesBetween(deviceIds: readonly string[], { from, to }: { from: string; to: string }) {
  return queryOptions({
    queryKey: queryKeys.alerts.between(deviceIds, from, to),
    queryFn: async ({ signal }) => {
      const ofDevice = (deviceId: string) => pagesOf({ from, to, deviceId }, { maxPages: PAGES_OF_RANGE_MAX, signal })
      return (await Promise.all(deviceIds.map(ofDevice))).flat()
    },
    placeholderData: keepPreviousData,
  })
}

type EpisodeQuery = { state: 'open' } | { deviceId: string; from: string; to: string }

async function pagesOf(
  query: EpisodeQuery,
  { maxPages, signal }: { maxPages: number; signal: AbortSignal },
): Promise<Episode[]> {
  const episodes: Episode[] = []
  for (let page = 0; page < maxPages; page++) {
    const before = episodes.at(-1)?.episodeId
    const cursor = before === undefined ? {} : { before }
    const limit = String(EPISODES_PER_PAGE_MAX)
    const next = await call(episodeRoutes.list, { query: { ...query, ...cursor, limit }, signal })
    episodes.push(...next)
    if (next.length < EPISODES_PER_PAGE_MAX) break
  }
  return episodes
}
