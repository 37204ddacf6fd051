import { CHART_POINTS_MAX, HISTORY_SERIES_MAX, seriesRoutes, type SeriesHistory } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'
import type { TimeRange } from './time-range.ts'

/** Returns histories in the order of the series, each downsampled for a chart. */
export function historiesQuery(seriesIds: readonly string[], { from, to }: TimeRange, points = CHART_POINTS_MAX) {
  return queryOptions({
    queryKey: queryKeys.history(seriesIds.join(','), from, to, points),
    queryFn: async ({ signal }): Promise<SeriesHistory[]> => {
      const query = { from, to, points: String(points) }
      const replies = await Promise.all(
        requestsOf(seriesIds).map((series) => call(seriesRoutes.history, { query: { ...query, series }, signal })),
      )
      return replies.flatMap(({ series }) => series)
    },
  })
}

function requestsOf(seriesIds: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(seriesIds.length / HISTORY_SERIES_MAX) }, (_, index) =>
    seriesIds.slice(index * HISTORY_SERIES_MAX, (index + 1) * HISTORY_SERIES_MAX).join(','),
  )
}
