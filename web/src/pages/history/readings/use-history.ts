import type { SeriesHistory } from '@greenhouse/contract'
import { useQuery, type UseQueryResult, keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState, useEffect } from 'react'
import { historiesQuery } from '../../../shared/history/history-queries.ts'
import { fetchedRange, shownRange, type HistoryView } from '../view/history-view.ts'
import { periodBefore } from '../range/move-range.ts'
import { inIso, inMs, type TimeRange } from '../../../shared/history/time-range.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { useEqual } from '../../../lib/use-same.ts'
import type { Query } from '../../../ui/query-state.tsx'
import { useRefreshFailureToast } from '../../../ui/use-load-failure-toast.ts'
import type { ShownSeries } from '../series/use-shown-series.ts'
import { followLive } from '../../../shared/history/follow-live.ts'
import type { HistorySeries } from '../../../shared/history/history-series.ts'

const FETCH_DEBOUNCE_MS = 300

interface Ranges {
  readonly shown: TimeRange
  readonly fetched: TimeRange
}

/** The newest complete histories, their series and ranges, and the previous period. */
export interface LoadedHistory {
  readonly histories: readonly SeriesHistory[]
  readonly series: ShownSeries
  readonly ranges: Ranges
  readonly ghost: Ghost | undefined
}

export interface Ghost {
  readonly history: SeriesHistory
  readonly shiftMs: number
  readonly name: string
}

interface HistoryOptions {
  readonly view: HistoryView
  readonly now: number
  readonly intervalSeconds: number
}

export const HISTORY_FAILURE = 'Failed to load sensor data'

/** Keeps the previous histories until new ones are loaded. */
export function useHistory(
  series: ShownSeries,
  { view, now, intervalSeconds }: HistoryOptions,
): { query: Query<LoadedHistory>; ranges: Ranges } {
  const ranges = useAskedRanges(view, { intervalSeconds, now })
  const found = useHistories(series.shown, ranges.fetched)
  const ghost = useGhost(series, { view, now, fetched: ranges.fetched })
  const histories = found.isPlaceholderData ? undefined : found.data
  const loaded = useMemo(() => histories && { histories, series, ranges, ghost }, [histories, series, ranges, ghost])
  const last = useLast(loaded)
  const { isError, isSuccess, fetchStatus } = found
  const asked = { isError, isSuccess, fetchStatus, data: last }
  useRefreshFailureToast(asked, HISTORY_FAILURE, `${ranges.shown.from} ${ranges.shown.to}`)
  // React renders a deferred value in short tasks, which keeps phones responsive.
  const drawn = useDeferredValue(last)
  return { query: stateOf(found, drawn), ranges }
}

/** Shows an error only while there is no chart. */
function stateOf({ isError, error, refetch }: UseQueryResult, data: LoadedHistory | undefined): Query<LoadedHistory> {
  return { data, isError, error, refetch }
}

type GhostOptions = Omit<HistoryOptions, 'intervalSeconds'> & { fetched: TimeRange }

/** Returns the previous period of the series touched last, if requested and loaded. */
function useGhost({ shown }: ShownSeries, { view, now, fetched }: GhostOptions): Ghost | undefined {
  const { shiftMs, name } = periodBefore(view, now)
  const touched = shown.find(({ id }) => id === view.compared) ?? shown[0]
  const ids = touched ? [touched.id] : []
  const { data } = useQuery({ ...historiesQuery(ids, earlier(fetched, shiftMs)), enabled: view.compare })
  const history = view.compare ? data?.[0] : undefined
  return useMemo(() => history && { history, shiftMs, name }, [history, shiftMs, name])
}

function earlier(range: TimeRange, ms: number): TimeRange {
  const { from, to } = inMs(range)
  return inIso(from - ms, to - ms)
}

function useAskedRanges(view: HistoryView, options: { intervalSeconds: number; now: number }): Ranges {
  const current: Ranges = { shown: shownRange(view, options.now), fetched: fetchedRange(view, options) }
  return useEqual(useDebounced(useEqual(current), FETCH_DEBOUNCE_MS))
}

function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

/** Returns histories with live values; the previous ones until they are loaded. */
function useHistories(series: readonly HistorySeries[], { from, to }: TimeRange): UseQueryResult<SeriesHistory[]> {
  const client = useQueryClient()
  useEffect(() => followLive(client, series, { from, to }), [client, series, from, to])
  const ids = series.map(({ id }) => id)
  return useQuery({ ...historiesQuery(ids, { from, to }), placeholderData: keepPreviousData })
}
