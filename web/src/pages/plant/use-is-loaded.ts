import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { deviceList } from '../../shared/device/device-queries.ts'
import { placeList } from '../../shared/place/place-queries.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { taskList } from '../../shared/task/task-queries.ts'
import { careLog } from './care-queries.ts'
import { photosOf } from './photos/photo-queries.ts'
import { growthQuery, probesQuery } from './probe-queries.ts'

/** Returns whether all panels have their data or a failure. Drawn at once, they don't push each other down. */
export function useIsLoaded(plantId: string): boolean {
  const [wasLoaded, setLoaded] = useState(false)
  const parts = [
    useQuery(placeList),
    useQuery(photosOf(plantId)),
    useQuery(probesQuery(plantId)),
    useQuery(growthQuery(plantId)),
    useQuery(newestSeries),
    useQuery(deviceList),
    useQuery(taskList),
    useInfiniteQuery(careLog(plantId)),
  ]
  const isLoaded = wasLoaded || parts.every(({ isLoading, failureCount }) => !isLoading || failureCount > 0)
  if (isLoaded !== wasLoaded) setLoaded(true)
  // As the photos do, see QueryState.
  return useDeferredValue(isLoaded)
}
