import type { QueryClient } from '@tanstack/react-query'
import { plantList } from '../shared/plant/plant-queries.ts'
import { todayQuery } from '../shared/task/task-queries.ts'

/** Requests what a screen draws first, while its code still loads. The screen shows failures, and repeats the request. */
export function fetchFirstData(client: QueryClient, pathname: string, search: string): void {
  const hasTasks = pathname === '/' || pathname === '/tasks'
  if (hasTasks || pathname === '/plants') void client.prefetchQuery(plantList)
  // Tasks of a place are requested by the screen, which knows whether there is such a place.
  if (hasTasks && !new URLSearchParams(search).has('place')) void client.prefetchQuery(todayQuery(undefined))
}
