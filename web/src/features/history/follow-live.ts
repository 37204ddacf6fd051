import { topic, type SensorRecord } from '@greenhouse/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { LiveConnection } from '../../lib/live-connection.ts'
import { live } from '../../lib/live.ts'
import { appendLive, isLate, LIVE_APPEND_THROTTLE_MS } from './append-live.ts'
import { historyQuery } from './history-queries.ts'
import type { TimeRange } from './time-range.ts'

/** A history that lacks late readings is fetched again so much later, once for all that come until then. */
const LATE_REFETCH_MS = 30_000

/** Writes the live readings of a device into its history of a range. Returns how to stop. */
export function followLive(
  client: QueryClient,
  deviceId: string,
  range: TimeRange,
  connection: Pick<LiveConnection, 'subscribe' | 'onSubscribed'> = live,
): () => void {
  const { queryKey } = historyQuery(deviceId, range)
  const topicId = topic.readingsOf(deviceId)
  let arrived: SensorRecord[] = []
  let appendTimer: ReturnType<typeof setTimeout> | undefined
  let refetchTimer: ReturnType<typeof setTimeout> | undefined

  function append() {
    appendTimer = undefined
    const state = client.getQueryState(queryKey)
    if (!state?.data) return
    const history = appendLive(state.data, arrived, range)
    // The time of the fetch stays: a chart that grows must not seem to be fetched all the time.
    if (history !== state.data) client.setQueryData(queryKey, history, { updatedAt: state.dataUpdatedAt })
    // A fetch that is under way may have been answered before they came, so they are appended to its result again.
    if (state.fetchStatus === 'idle') arrived = []
  }

  function refetchIn(ms: number) {
    refetchTimer ??= setTimeout(() => {
      refetchTimer = undefined
      void client.invalidateQueries({ queryKey, exact: true })
    }, ms)
  }

  const stops = [
    connection.subscribe(topicId, (message) => {
      if (message.eventType !== 'ServerBroadcastsLiveDataToDashboard') return
      const records = message.logs.flatMap(({ sensorHistoryRecords }) => sensorHistoryRecords)
      const shown = client.getQueryData(queryKey)
      if (shown && records.some((record) => isLate(shown, record, range))) refetchIn(LATE_REFETCH_MS)
      arrived.push(...records)
      appendTimer ??= setTimeout(append, LIVE_APPEND_THROTTLE_MS)
    }),
    // What came between the fetch and the subscription was in neither.
    connection.onSubscribed((topicIds) => topicIds.includes(topicId) && refetchIn(LIVE_APPEND_THROTTLE_MS)),
    client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual === true) return
      if (event.query === client.getQueryCache().find({ queryKey, exact: true })) {
        appendTimer ??= setTimeout(append, LIVE_APPEND_THROTTLE_MS)
      }
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    clearTimeout(appendTimer)
    clearTimeout(refetchTimer)
  }
}
