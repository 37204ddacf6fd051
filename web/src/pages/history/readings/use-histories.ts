import type { SeriesHistory } from '@greenhouse/contract'
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followLive } from '../../../shared/history/follow-live.ts'
import { historiesQuery } from '../../../shared/history/history-queries.ts'
import type { HistorySeries } from '../../../shared/history/history-series.ts'
import type { TimeRange } from '../../../shared/history/time-range.ts'

/** Returns histories with live values; the previous ones until they are loaded. */
export function useHistories(
  series: readonly HistorySeries[],
  { from, to }: TimeRange,
): UseQueryResult<SeriesHistory[]> {
  const client = useQueryClient()
  useEffect(() => followLive(client, series, { from, to }), [client, series, from, to])
  const ids = series.map(({ id }) => id)
  return useQuery({ ...historiesQuery(ids, { from, to }), placeholderData: keepPreviousData })
}
