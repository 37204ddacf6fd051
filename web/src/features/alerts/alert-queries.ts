import { alertRoutes, type Alert } from '@greenhouse/contract'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, queryKeys, refetchOutdated } from '../../lib/query-keys.ts'

/** So many alerts are fetched at once. */
const PAGE = 50
/** The number of newest alerts that are searched for unseen ones. */
export const UNSEEN_MAX = 20

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The alerts of a calendar year where the browser is, or all; newest first, page by page. */
export function alertList(year: number | undefined) {
  return infiniteQueryOptions({
    queryKey: year === undefined ? queryKeys.alerts.list : queryKeys.alerts.ofYear(year),
    queryFn: ({ pageParam, signal }) =>
      call(alertRoutes.list, {
        query: {
          limit: String(PAGE),
          ...(year === undefined ? {} : { year: String(year), timeZone: timeZone() }),
          ...(pageParam === '' ? {} : { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last: Alert[]) => (last.length < PAGE ? undefined : last.at(-1)?.alertId),
  })
}

/** The calendar years in which there are alerts. */
export const alertYears = queryOptions({
  queryKey: queryKeys.alerts.years,
  queryFn: ({ signal }) => call(alertRoutes.years, { query: { timeZone: timeZone() }, signal }),
})

/** The newest alerts, for the mark in the navigation. */
export const newestAlerts = queryOptions({
  queryKey: queryKeys.alerts.newest,
  queryFn: ({ signal }) => call(alertRoutes.list, { query: { limit: String(UNSEEN_MAX) }, signal }),
})

/**
 * The newest alerts of devices, for the marks on their charts. One query for all of them: the code that observes several is
 * too large for this one place.
 */
export function deviceAlerts(deviceIds: readonly string[]) {
  return queryOptions({
    queryKey: queryKeys.alerts.ofDevice(deviceIds.join(',')),
    queryFn: async ({ signal }) => {
      const ofDevice = (deviceId: string) => call(alertRoutes.list, { query: { deviceId, limit: '200' }, signal })
      return (await Promise.all(deviceIds.map(ofDevice))).flat()
    },
    placeholderData: keepPreviousData,
  })
}

/** Puts alerts that came live before the others, wherever they are shown; one that is there already stays once. */
export function prependAlerts(client: QueryClient, alerts: readonly Alert[]): void {
  client.setQueryData(newestAlerts.queryKey, (known) => known && withNew(known, alerts))
  client.setQueryData(alertList(undefined).queryKey, (known: InfiniteData<Alert[]> | undefined) => {
    const [first] = known?.pages ?? []
    const shown = new Set(known?.pages.flat().map(({ alertId }) => alertId))
    const fresh = alerts.filter(({ alertId }) => !shown.has(alertId))
    return known && first ? { ...known, pages: [withNew(first, fresh), ...known.pages.slice(1)] } : known
  })
  void refetchOutdated(client, outdatedBy.alerts)
}

/** New alerts before those that are known, each once. */
export function withNew(known: readonly Alert[], arrived: readonly Alert[]): Alert[] {
  const ids = new Set(known.map(({ alertId }) => alertId))
  const fresh = arrived.filter(({ alertId }) => !ids.has(alertId) && ids.add(alertId))
  return [...fresh.toReversed(), ...known]
}
