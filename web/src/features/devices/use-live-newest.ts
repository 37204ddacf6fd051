import { topic } from '@greenhouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { live } from '../../lib/live.ts'
import { newestReadings } from './device-queries.ts'
import { moveNewest } from './newest.ts'

/** So many devices are followed live at once; the rest move with the call every 30 s. */
const FOLLOWED_MAX = 100

/** Writes the live readings of these devices into the newest readings for as long as the component is shown. */
export function useLiveNewest(deviceIds: readonly string[]): void {
  const client = useQueryClient()
  const followed = deviceIds.slice(0, FOLLOWED_MAX).join(' ')
  useEffect(() => {
    const stops = followed
      .split(' ')
      .filter(Boolean)
      .map((deviceId) =>
        live.subscribe(topic.readingsOf(deviceId), (message) => {
          if (message.eventType !== 'ServerBroadcastsLiveDataToDashboard') return
          client.setQueryData(newestReadings.queryKey, (newest) => newest && moveNewest(newest, message))
        }),
      )
    return () => stops.forEach((stop) => stop())
  }, [client, followed])
}
