import { ALERTS_PER_PAGE_MAX, alertRoutes, type Alert } from '@greenhouse/contract'
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
const MOST = String(ALERTS_PER_PAGE_MAX)
/** So many pages of the alerts of a range are fetched: a chart draws no more of them apart. */
const PAGES_OF_RANGE_MAX = 5

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
      const ofDevice = (deviceId: string) => call(alertRoutes.list, { query: { deviceId, limit: MOST }, signal })
      return (await Promise.all(deviceIds.map(ofDevice))).flat()
    },
    placeholderData: keepPreviousData,
  })
}

/** The alerts of devices between two instants, ISO 8601: of each device the newest of them, a thousand at most. */
export function deviceAlertsBetween(deviceIds: readonly string[], range: { from: string; to: string }) {
  return queryOptions({
    queryKey: queryKeys.alerts.ofDeviceBetween(deviceIds.join(','), range.from, range.to),
    queryFn: async ({ signal }) => {
      const ofDevice = (deviceId: string) => pagesOf({ ...range, deviceId }, signal)
      return (await Promise.all(deviceIds.map(ofDevice))).flat()
    },
    placeholderData: keepPreviousData,
  })
}

async function pagesOf(query: { deviceId: string; from: string; to: string }, signal: AbortSignal): Promise<Alert[]> {
  const alerts: Alert[] = []
  for (let page = 0; page < PAGES_OF_RANGE_MAX; page++) {
    const before = alerts.at(-1)?.alertId
    const cursor = before === undefined ? {} : { before }
    const next = await call(alertRoutes.list, { query: { ...query, ...cursor, limit: MOST }, signal })
    alerts.push(...next)
    if (next.length < ALERTS_PER_PAGE_MAX) break
  }
  return alerts
}

/** The devices of which the newest alerts are not all since an instant, ISO 8601. */
export function devicesWithMore(deviceIds: readonly string[], newest: readonly Alert[], since: string): string[] {
  const byDevice = Map.groupBy(newest, ({ deviceId }) => deviceId)
  return deviceIds.filter((deviceId) => {
    const own = byDevice.get(deviceId) ?? []
    return own.length >= ALERTS_PER_PAGE_MAX && own.every(({ alertTime }) => alertTime > since)
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
