import { topic } from '@greenhouse/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveConnection } from '../../lib/live-connection.ts'
import { live } from '../../lib/live.ts'
import { newestReadings } from './device-queries.ts'
import { moveNewest } from './newest.ts'

/** So many devices are followed live at once; the rest move with the call every 30 s. */
const FOLLOWED_MAX = 100

/** Writes the live readings of these devices into the newest readings for as long as the component is shown. */
export function useLiveNewest(deviceIds: readonly string[]): void {
  const client = useQueryClient()
  const followed = deviceIds.slice(0, FOLLOWED_MAX).join(' ')
  useEffect(() => followNewest(client, followed.split(' ').filter(Boolean)), [client, followed])
}

/** Writes the live readings of these devices into the newest readings. Returns how to stop. */
export function followNewest(
  client: QueryClient,
  deviceIds: readonly string[],
  connection: Pick<LiveConnection, 'subscribe' | 'onSubscribed'> = live,
): () => void {
  const { queryKey } = newestReadings
  const topicIds = deviceIds.map((deviceId) => topic.readingsOf(deviceId))
  const stops = topicIds.map((topicId) =>
    connection.subscribe(topicId, (message) => {
      const state = client.getQueryState(queryKey)
      if (message.eventType !== 'ServerBroadcastsLiveDataToDashboard' || !state?.data) return
      // The time of the fetch stays, so that the next one is not put off by each reading.
      client.setQueryData(queryKey, moveNewest(state.data, message), { updatedAt: state.dataUpdatedAt })
    }),
  )
  // What came between the fetch and the subscription was in neither.
  const stopSubscribed = connection.onSubscribed((subscribed) => {
    if (topicIds.some((topicId) => subscribed.includes(topicId))) void client.invalidateQueries({ queryKey })
  })
  return () => [...stops, stopSubscribed].forEach((stop) => stop())
}
