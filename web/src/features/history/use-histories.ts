import type { DeviceHistory } from '@greenhouse/contract'
import { useQueries, useQueryClient, type FetchStatus, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { historyQuery } from './history-queries.ts'
import type { TimeRange } from './time-range.ts'
import { followLive } from './follow-live.ts'

export interface Histories {
  /** The histories of the devices that are known; undefined as long as none is. */
  readonly data: readonly DeviceHistory[] | undefined
  /** Whether some of them are still those of the range before. */
  readonly isPlaceholderData: boolean
  readonly isSuccess: boolean
  readonly isError: boolean
  readonly fetchStatus: FetchStatus
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** The histories of devices over a range, which live readings join. */
export function useHistories(deviceIds: readonly string[], { from, to }: TimeRange): Histories {
  const client = useQueryClient()
  const ids = deviceIds.join(' ')
  useEffect(() => {
    const stops = ids.split(' ').map((deviceId) => followLive(client, deviceId, { from, to }))
    return () => stops.forEach((stop) => stop())
  }, [client, ids, from, to])
  return useQueries({
    queries: deviceIds.map((deviceId) => ({
      ...historyQuery(deviceId, { from, to }),
      // Of another device there is nothing to show meanwhile.
      placeholderData: (before: DeviceHistory | undefined) => (before?.deviceId === deviceId ? before : undefined),
    })),
    combine,
  })
}

function combine(results: ReadonlyArray<UseQueryResult<DeviceHistory>>): Histories {
  const known = results.flatMap(({ data }) => (data === undefined ? [] : [data]))
  return {
    data: known.length === 0 ? undefined : known,
    isPlaceholderData: results.some((result) => result.isPlaceholderData),
    isSuccess: results.every((result) => result.isSuccess),
    isError: results.some((result) => result.isError),
    fetchStatus: results.find(({ fetchStatus }) => fetchStatus !== 'idle')?.fetchStatus ?? 'idle',
    error: results.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => Promise.all(results.map((result) => result.refetch())),
  }
}
