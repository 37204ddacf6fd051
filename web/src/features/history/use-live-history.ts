import { topic, type SensorRecord } from '@greenhouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { live } from '../../lib/live.ts'
import { appendLive, LIVE_APPEND_THROTTLE_MS, type TimeRange } from './append-live.ts'
import { historyQuery } from './history-queries.ts'

/**
 * Each live reading that is added to a full chart removes an older point. After this many additions the history is fetched
 * again, so that its points are evenly spread.
 */
const REFETCH_AFTER = 60

/** Adds the live readings of a device to the shown history, at most once a second. */
export function useLiveHistory(deviceId: string | undefined, { from, to }: TimeRange): void {
  const client = useQueryClient()
  useEffect(() => {
    if (deviceId === undefined) return undefined
    const { queryKey } = historyQuery(deviceId, { from, to })
    let waiting: SensorRecord[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let appended = 0

    function append() {
      timer = undefined
      const arrived = waiting
      waiting = []
      const before = client.getQueryData(queryKey)
      if (!before) return
      const sensorHistoryRecords = appendLive(before.sensorHistoryRecords, arrived, { from, to })
      if (sensorHistoryRecords === before.sensorHistoryRecords) return
      client.setQueryData(queryKey, { ...before, sensorHistoryRecords: [...sensorHistoryRecords] })
      appended += 1
      if (appended % REFETCH_AFTER === 0) void client.invalidateQueries({ queryKey })
    }

    const stop = live.subscribe(topic.readingsOf(deviceId), (message) => {
      if (message.eventType !== 'ServerBroadcastsLiveDataToDashboard') return
      waiting.push(...message.logs.flatMap(({ sensorHistoryRecords }) => sensorHistoryRecords))
      timer ??= setTimeout(append, LIVE_APPEND_THROTTLE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
    // The rule does not look into append, which uses the client.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [client, deviceId, from, to])
}
