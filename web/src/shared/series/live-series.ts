import { topic, type Series, type ServerMessage } from '@greenhouse/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveConnection } from '../live/live-connection.ts'
import { live } from '../live/live.ts'
import { newestSeries } from './series-queries.ts'

export type LiveReadings = Extract<ServerMessage, { eventType: 'readings' }>

const { queryKey } = newestSeries
/** Devices beyond the limit update with the next fetch. */
const FOLLOWED_MAX = 100
/** Minimum time between refetches of a list that lacks a series. */
export const LACKING_EVERY_MS = 5000

export function useLiveSeries(deviceIds: readonly string[]): void {
  const client = useQueryClient()
  const followed = deviceIds.slice(0, FOLLOWED_MAX).join(' ')
  useEffect(() => followSeries(client, followed.split(' ').filter(Boolean)), [client, followed])
}

/** Writes live values of devices into the list of series. Returns a function that stops it. */
export function followSeries(
  client: QueryClient,
  deviceIds: readonly string[],
  connection: Pick<LiveConnection, 'subscribe' | 'onSubscribed'> = live,
): () => void {
  const topicIds = deviceIds.map((deviceId) => topic.seriesOf(deviceId))
  const fetchLacking = throttled(LACKING_EVERY_MS, () => {
    // Frequent values must not cancel each fetch for the next.
    void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
  })
  const stops = topicIds.map((topicId) =>
    connection.subscribe(topicId, (message) => {
      if (message.eventType === 'readings' && !moveList(client, message)) fetchLacking.run()
    }),
  )
  // Values between the fetch and the subscription are in neither.
  const stopSubscribed = connection.onSubscribed((subscribed) => {
    if (topicIds.some((topicId) => subscribed.includes(topicId))) void client.invalidateQueries({ queryKey })
  })
  return () => [...stops, stopSubscribed, fetchLacking.stop].forEach((stop) => stop())
}

/** Returns false when the list lacks a series of the message; an unloaded list lacks none. */
function moveList(client: QueryClient, message: LiveReadings): boolean {
  const state = client.getQueryState(queryKey)
  if (!state?.data) return true
  // Keeps the time of the fetch: live values must not postpone the next one.
  client.setQueryData(queryKey, moveSeries(state.data, message), { updatedAt: state.dataUpdatedAt })
  const known = new Set(state.data.map(({ seriesId }) => seriesId))
  return message.readings.every(({ values }) => Object.keys(values).every((seriesId) => known.has(seriesId)))
}

/** Throttles an action, with a trailing call. */
function throttled(everyMs: number, act: () => void): { run: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPending = false
  function run(): void {
    if (timer !== undefined) {
      isPending = true
      return
    }
    isPending = false
    timer = setTimeout(() => {
      timer = undefined
      if (isPending) run()
    }, everyMs)
    act()
  }
  return { run, stop: () => clearTimeout(timer) }
}

/** Late values never replace newer ones. */
export function moveSeries(all: readonly Series[], { readings }: LiveReadings): Series[] {
  return all.map((series) => {
    const newest = readings.reduce((best, { time, values }) => {
      const value = values[series.seriesId]
      return value !== undefined && (best === null || time > best.time) ? { time, value } : best
    }, series.newest)
    return newest === series.newest ? series : { ...series, newest }
  })
}
