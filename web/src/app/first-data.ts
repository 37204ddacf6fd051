import type { QueryClient } from '@tanstack/react-query'
import { deviceList } from '../shared/device/device-queries.ts'
import { plantList } from '../shared/plant/plant-queries.ts'
import { newestSeries } from '../shared/series/series-queries.ts'
import { todayQuery } from '../shared/task/task-queries.ts'

const HAVE_SERIES = new Set(['/', '/history', '/mydevice'])

/** Requests what a screen draws first, while its code still loads. The screen shows failures, and repeats the request. */
export function fetchFirstData(client: QueryClient, pathname: string, search: string): void {
  if (HAVE_SERIES.has(pathname)) {
    void client.prefetchQuery(deviceList)
    void client.prefetchQuery(newestSeries)
  }
  const hasTasks = pathname === '/' || pathname === '/tasks'
  if (hasTasks || pathname === '/plants') void client.prefetchQuery(plantList)
  // Tasks of a place are requested by the screen, which knows whether there is such a place.
  if (hasTasks && !new URLSearchParams(search).has('place')) void client.prefetchQuery(todayQuery(undefined))
}
