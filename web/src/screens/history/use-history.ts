import type { Device, DeviceHistory } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import type { HistorySeries } from '../../features/history/history-series.ts'
import { historyQuery } from '../../features/history/history-queries.ts'
import { fetchedRange, shownRange, type HistoryView } from '../../features/history/history-view.ts'
import { periodBefore } from '../../features/history/move-range.ts'
import { inIso, inMs, type TimeRange } from '../../features/history/time-range.ts'
import { useHistories, type Histories } from '../../features/history/use-histories.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useSayFailure } from '../../ui/use-say-failure.ts'

/** A change of the range is asked for after so much quiet. */
const FETCH_DEBOUNCE_MS = 300

export interface Ranges {
  readonly shown: TimeRange
  readonly fetched: TimeRange
}

/** What is drawn: the newest histories that are complete, the ranges that they are of, and the period before. */
export interface LoadedHistory {
  readonly histories: readonly DeviceHistory[]
  /** Undefined while the next range is on its way, and the chart of the last one stands still. */
  readonly ranges: Ranges | undefined
  readonly ghost: { readonly history: DeviceHistory; readonly shiftMs: number; readonly name: string } | undefined
}

/** Fetches the histories of series over the shown range. */
export function useHistory(
  device: Device,
  series: readonly HistorySeries[],
  { view, now }: { view: HistoryView; now: number },
): { query: Omit<Histories, 'data'> & { data: LoadedHistory | undefined }; ranges: Ranges | undefined } {
  const asked = useAskedRanges(view, { intervalSeconds: Number(device.waitTime), now })
  const deviceIds = [...new Set([device.deviceId, ...series.map(({ deviceId }) => deviceId)])]
  const histories = useHistories(deviceIds, asked.fetched)
  useSayFailure(histories, 'Failed to load sensor data', `${asked.shown.from} ${asked.shown.to}`)

  const { shiftMs, name } = periodBefore(view, now)
  const before = useQuery({
    ...historyQuery(device.deviceId, earlier(asked.fetched, shiftMs)),
    enabled: view.compare,
  })
  const ghost = view.compare ? before.data : undefined
  const ranges = histories.isPlaceholderData ? undefined : asked
  const loaded = useMemo(
    () => histories.data && { histories: histories.data, ranges, ghost: ghost && { history: ghost, shiftMs, name } },
    [histories.data, ranges, ghost, shiftMs, name],
  )
  // React draws a deferred value in short tasks, between which a phone stays responsive.
  const drawn = useDeferredValue(loaded)
  return { query: { ...histories, data: drawn }, ranges }
}

function earlier(range: TimeRange, ms: number): TimeRange {
  const { from, to } = inMs(range)
  return inIso(from - ms, to - ms)
}

/** The ranges of a view, once it has been the same for a moment. */
function useAskedRanges(view: HistoryView, options: { intervalSeconds: number; now: number }): Ranges {
  const current: Ranges = { shown: shownRange(view, options.now), fetched: fetchedRange(view, options) }
  const settled = useDebounced(JSON.stringify(current), FETCH_DEBOUNCE_MS)
  return useMemo(() => JSON.parse(settled) as Ranges, [settled])
}

/** The last value that was not undefined. */
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
