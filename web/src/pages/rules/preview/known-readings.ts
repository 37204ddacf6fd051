import {
  COUNTED_READINGS_MAX,
  DAY_MS,
  HISTORY_POINTS_MAX,
  seriesRoutes,
  type Readings,
  type SeriesHistory,
} from '@greenhouse/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../lib/call.ts'
import { historiesQuery } from '../../../shared/history/history-queries.ts'
import { inIso } from '../../../shared/history/time-range.ts'
import { queryKeys } from '../../../shared/query-keys.ts'
import type { ChartRange } from '../../../ui/chart/chart-types.ts'
import { PREVIEW_DAYS } from './preview-query.ts'

/** A slice is asked for with room for readings that come more often than the device says. */
const READINGS_OF_SLICE = HISTORY_POINTS_MAX * 0.9
const SLICES_AT_ONCE = 4

interface KnownReadings {
  /** For the plot; undefined while it loads. */
  readonly history: SeriesHistory | undefined
  /** All readings, or the averages of short spans when there are too many. */
  readonly readings: Readings | undefined
  /** False while `readings` are averages. */
  readonly isExact: boolean
  /** True while exact readings may still come. */
  readonly isLoading: boolean
  readonly isError: boolean
  readonly refetch: () => unknown
}

/**
 * Loads the readings of a series that a rule is tried on.
 *
 * @param seriesId undefined loads nothing
 * @param intervalSeconds how often its device sends
 */
export function useKnownReadings(
  seriesId: string | undefined,
  range: ChartRange,
  intervalSeconds: number,
): KnownReadings {
  const { from, to } = inIso(range.from, range.to)
  const overview = useQuery({
    ...historiesQuery([seriesId ?? ''], { from, to }, HISTORY_POINTS_MAX),
    enabled: seriesId !== undefined,
  })
  const history = seriesId === undefined ? undefined : overview.data?.[0]
  const isWhole = history?.resolution === 0
  const slices = slicesOf(range, intervalSeconds)
  const isCountable = history !== undefined && !isWhole && slices.length > 0
  const every = useQuery({
    queryKey: [...queryKeys.history(seriesId ?? '', from, to, COUNTED_READINGS_MAX), intervalSeconds],
    queryFn: isCountable && seriesId !== undefined ? ({ signal }) => readSlices(seriesId, slices, signal) : skipToken,
    staleTime: Infinity,
    retry: false,
  })
  const all = isWhole ? history : isCountable ? every.data : undefined
  const shown = all ?? history
  const readings = useMemo(
    () => shown && { at: Float64Array.from(shown.time), values: Float64Array.from(shown.mean) },
    [shown],
  )
  return {
    history,
    readings,
    isExact: Boolean(all),
    isLoading: isCountable && every.isPending,
    isError: overview.isError,
    refetch: overview.refetch,
  }
}

/** Divides a range so that each part has few enough readings; none when there are too many in all. */
function slicesOf({ from, to }: ChartRange, intervalSeconds: number): ChartRange[] {
  const usual = (PREVIEW_DAYS * DAY_MS) / (intervalSeconds * 1000)
  if (!(intervalSeconds > 0) || usual > COUNTED_READINGS_MAX) return []
  const length = READINGS_OF_SLICE * intervalSeconds * 1000
  const count = Math.ceil((to - from) / length)
  return Array.from({ length: count }, (_, index) => ({
    from: from + index * length,
    to: Math.min(from + (index + 1) * length - 1, to),
  }))
}

/** Returns null when a part has more readings than one reply holds. */
async function readSlices(
  seriesId: string,
  slices: readonly ChartRange[],
  signal: AbortSignal,
): Promise<Pick<SeriesHistory, 'time' | 'mean'> | null> {
  const found: SeriesHistory[] = []
  for (let index = 0; index < slices.length; index += SLICES_AT_ONCE) {
    const replies = await Promise.all(
      slices.slice(index, index + SLICES_AT_ONCE).map(({ from, to }) =>
        call(seriesRoutes.history, {
          query: { ...inIso(from, to), points: String(HISTORY_POINTS_MAX), series: seriesId },
          signal,
        }),
      ),
    )
    for (const { series } of replies) {
      const [history] = series
      if (!history || history.resolution !== 0) return null
      found.push(history)
    }
  }
  return { time: found.flatMap(({ time }) => time), mean: found.flatMap(({ mean }) => mean) }
}
