import { topic, type SeriesHistory, type ServerMessage } from '@greenhouse/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { LiveConnection } from '../live/live-connection.ts'
import { live } from '../live/live.ts'
import { appendLive, isLate, LIVE_APPEND_THROTTLE_MS } from './append-live.ts'
import type { LiveValue } from './bucketed-history.ts'
import { historiesQuery } from './history-queries.ts'
import type { HistorySeries } from './history-series.ts'
import { inMs, type TimeRange } from './time-range.ts'

/** Delay that collects late values for one refetch. */
const LATE_REFETCH_MS = 30_000

interface FollowedRange extends TimeRange {
  readonly points?: number
  /** Milliseconds by which a live value may be newer than the range. */
  readonly beyondMs?: number
}

/** Writes live values into cached histories of a range. Returns a function that stops it. */
export function followLive(
  client: QueryClient,
  series: ReadonlyArray<Pick<HistorySeries, 'id' | 'deviceId' | 'metric'>>,
  { points, beyondMs = 0, ...range }: FollowedRange,
  connection: Pick<LiveConnection, 'subscribe' | 'onSubscribed'> = live,
): () => void {
  const ids = series.map(({ id }) => id)
  const { queryKey } = historiesQuery(ids, range, points)
  const { from, to } = inMs(range)
  const span = { from, to: to + beyondMs }
  const topicIds = [...new Set(series.map(({ deviceId }) => topic.seriesOf(deviceId)))]
  let arrived: LiveBySeries = new Map()

  const append = delayed(() => {
    const state = client.getQueryState(queryKey)
    if (!state?.data) return
    const histories = state.data.map((history) => {
      const metric = series.find(({ id }) => id === history.seriesId)?.metric
      return metric ? appendLive(history, arrived.get(history.seriesId) ?? [], { ...span, metric }) : history
    })
    const isChanged = histories.some((history, index) => history !== state.data?.[index])
    // Keeps the time of the fetch: live values must not postpone the next one.
    if (isChanged) client.setQueryData(queryKey, histories, { updatedAt: state.dataUpdatedAt })
    // A running fetch may have been answered before these values arrived, so they are appended again.
    if (state.fetchStatus === 'idle') arrived = new Map()
  })
  const refetch = delayed(() => void client.invalidateQueries({ queryKey, exact: true }))

  function receive(message: ServerMessage) {
    if (message.eventType !== 'readings') return
    const values = valuesOf(message.readings, ids)
    if (values.size === 0) return
    if (hasLate(client.getQueryData(queryKey), values, span)) refetch.in(LATE_REFETCH_MS)
    for (const [id, more] of values) arrived.set(id, [...(arrived.get(id) ?? []), ...more])
    append.in(LIVE_APPEND_THROTTLE_MS)
  }

  const stops = [
    ...topicIds.map((topicId) => connection.subscribe(topicId, receive)),
    // Values between the fetch and the subscription are in neither.
    connection.onSubscribed(
      (subscribed) => topicIds.some((id) => subscribed.includes(id)) && refetch.in(LIVE_APPEND_THROTTLE_MS),
    ),
    client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual === true) return
      const query = client.getQueryCache().find({ queryKey, exact: true })
      if (event.query === query) append.in(LIVE_APPEND_THROTTLE_MS)
    }),
    append.stop,
    refetch.stop,
  ]
  return () => stops.forEach((stop) => stop())
}

/** Runs an action once after a delay; calls meanwhile are ignored. */
function delayed(act: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    in(ms: number): void {
      timer ??= setTimeout(() => {
        timer = undefined
        act()
      }, ms)
    },
    stop: () => clearTimeout(timer),
  }
}

type LiveBySeries = Map<string, readonly LiveValue[]>

function valuesOf(
  readings: ReadonlyArray<{ time: string; values: Readonly<Record<string, number>> }>,
  ids: readonly string[],
): LiveBySeries {
  const found = ids.map((id) => {
    const own = readings.flatMap(({ time, values }) => {
      const value = values[id]
      return value === undefined ? [] : [{ time: Date.parse(time), value }]
    })
    return [id, own] as const
  })
  return new Map(found.filter(([, own]) => own.length > 0))
}

function hasLate(
  histories: readonly SeriesHistory[] | undefined,
  values: LiveBySeries,
  span: { from: number; to: number },
): boolean {
  return (histories ?? []).some((history) =>
    values.get(history.seriesId)?.some((value) => isLate(history, value, span)),
  )
}
