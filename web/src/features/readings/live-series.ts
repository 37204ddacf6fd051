import { topic, type Series, type ServerMessage } from '@greenhouse/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveConnection } from '../../lib/live-connection.ts'
import { live } from '../../lib/live.ts'
import { newestSeries } from './series-queries.ts'

export type LiveReadings = Extract<ServerMessage, { eventType: 'readings' }>

const { queryKey } = newestSeries
/** So many devices are followed live at once; the rest move with the next fetch. */
const FOLLOWED_MAX = 100

/** Writes the live values of these devices into the list of series for as long as the component is shown. */
export function useLiveSeries(deviceIds: readonly string[]): void {
  const client = useQueryClient()
  const followed = deviceIds.slice(0, FOLLOWED_MAX).join(' ')
  useEffect(() => followSeries(client, followed.split(' ').filter(Boolean)), [client, followed])
}

/** Writes the live values of these devices into the list of series. Returns how to stop. */
export function followSeries(
  client: QueryClient,
  deviceIds: readonly string[],
  connection: Pick<LiveConnection, 'subscribe' | 'onSubscribed'> = live,
): () => void {
  const topicIds = deviceIds.map((deviceId) => topic.seriesOf(deviceId))
  const stops = topicIds.map((topicId) =>
    connection.subscribe(topicId, (message) => message.eventType === 'readings' && moveList(client, message)),
  )
  // What came between the fetch and the subscription was in neither.
  const stopSubscribed = connection.onSubscribed((subscribed) => {
    if (topicIds.some((topicId) => subscribed.includes(topicId))) void client.invalidateQueries({ queryKey })
  })
  return () => [...stops, stopSubscribed].forEach((stop) => stop())
}

/** Writes a live message into the list of series, and fetches it when it lacks one of them. */
function moveList(client: QueryClient, message: LiveReadings): void {
  const state = client.getQueryState(queryKey)
  if (!state?.data) return
  const moved = moveSeries(state.data, message)
  // The time of the fetch stays, so that the next one is not put off by each value.
  if (moved) client.setQueryData(queryKey, moved, { updatedAt: state.dataUpdatedAt })
  else void client.invalidateQueries({ queryKey })
}

/**
 * Returns the series after a live message; undefined when it holds a value of a series that is not among them. A value that
 * arrives late never replaces a newer one.
 */
export function moveSeries(all: readonly Series[], { readings }: LiveReadings): Series[] | undefined {
  const known = new Set(all.map(({ seriesId }) => seriesId))
  if (readings.some(({ values }) => Object.keys(values).some((seriesId) => !known.has(seriesId)))) return undefined
  return all.map((series) => {
    const newest = readings.reduce((best, { time, values }) => {
      const value = values[series.seriesId]
      return value !== undefined && (best === null || time > best.time) ? { time, value } : best
    }, series.newest)
    return newest === series.newest ? series : { ...series, newest }
  })
}
