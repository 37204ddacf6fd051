import { metricOfSeries, MINUTE_MS, type Series, type SeriesHistory } from '@greenhouse/contract'
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useEqual } from '../../lib/use-same.ts'
import { lastDay, SPARKLINE_POINTS } from './time-range.ts'
import { followLive } from './follow-live.ts'
import { historiesQuery } from './history-queries.ts'

/** The range is updated up to a minute late; values of that minute count as well. */
const BEYOND_MS = MINUTE_MS

type LastDaySeries = Pick<Series, 'seriesId' | 'deviceId' | 'metric' | 'unit'>

/** Returns the last 24 hours of series with live values, refetched every five minutes. */
export function useLastDay(series: readonly LastDaySeries[], now: number): UseQueryResult<SeriesHistory[]> {
  const client = useQueryClient()
  const { from, to } = lastDay(now)
  // The list changes with every live value; its sensors do not.
  const followed = useEqual(
    series.map(({ seriesId, deviceId, metric, unit }) => ({ seriesId, deviceId, metric, unit })),
  )
  useEffect(() => {
    const all = followed.map((one) => ({
      id: one.seriesId,
      deviceId: one.deviceId,
      metric: metricOfSeries(one),
    }))
    return followLive(client, all, { from, to, points: SPARKLINE_POINTS, beyondMs: BEYOND_MS })
  }, [client, followed, from, to])
  const ids = series.map(({ seriesId }) => seriesId)
  return useQuery({
    ...historiesQuery(ids, { from, to }, SPARKLINE_POINTS),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
}
