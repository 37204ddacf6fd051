import { topic, type Series, type ServerMessage } from '@greenhouse/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveConnection } from '../live/live-connection.ts'
import { live } from '../live/live.ts'
import { newestSeries } from './series-queries.ts'

export type LiveReadings = Extract<ServerMessage, { eventType: 'readings' }>

const { queryKey } = newestSeries
/** So many devices are followed live at once; the rest move with the next fetch. */
const FOLLOWED_MAX = 100
/** A list that lacks a series is fetched at once, and then at most so often. */
export const LACKING_EVERY_MS = 5000

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
  const fetchLacking = atMostEvery(LACKING_EVERY_MS, () => {
    // A board that reports faster than the list is fetched would end each fetch for the next.
    void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
  })
  const stops = topicIds.map((topicId) =>
    connection.subscribe(topicId, (message) => {
      if (message.eventType === 'readings' && !moveList(client, message)) fetchLacking.run()
    }),
  )
  // What came between the fetch and the subscription was in neither.
  const stopSubscribed = connection.onSubscribed((subscribed) => {
    if (topicIds.some((topicId) => subscribed.includes(topicId))) void client.invalidateQueries({ queryKey })
  })
  return () => [...stops, stopSubscribed, fetchLacking.stop].forEach((stop) => stop())
}

/** Writes a live message into the list of series. Returns whether the list has all of them; an unknown list lacks none. */
function moveList(client: QueryClient, message: LiveReadings): boolean {
  const state = client.getQueryState(queryKey)
  if (!state?.data) return true
  // The time of the fetch stays, so that the next one is not put off by each value.
  client.setQueryData(queryKey, moveSeries(state.data, message), { updatedAt: state.dataUpdatedAt })
  const known = new Set(state.data.map(({ seriesId }) => seriesId))
  return message.readings.every(({ values }) => Object.keys(values).every((seriesId) => known.has(seriesId)))
}

/** Calls an action at once, and when it is asked for again too soon, once more as soon as the time has passed. */
function atMostEvery(everyMs: number, act: () => void): { run: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsked = false
  function run(): void {
    if (timer !== undefined) {
      isAsked = true
      return
    }
    isAsked = false
    timer = setTimeout(() => {
      timer = undefined
      if (isAsked) run()
    }, everyMs)
    act()
  }
  return { run, stop: () => clearTimeout(timer) }
}

/** Returns the series after a live message. A value that arrives late never replaces a newer one. */
export function moveSeries(all: readonly Series[], { readings }: LiveReadings): Series[] {
  return all.map((series) => {
    const newest = readings.reduce((best, { time, values }) => {
      const value = values[series.seriesId]
      return value !== undefined && (best === null || time > best.time) ? { time, value } : best
    }, series.newest)
    return newest === series.newest ? series : { ...series, newest }
  })
}
