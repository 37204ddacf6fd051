import { metricOfSeries, MINUTE_MS, type Series, type SeriesHistory } from '@greenhouse/contract'
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lastDay, SPARKLINE_POINTS } from './day-range.ts'
import { followLive } from './follow-live.ts'
import { historiesQuery } from './history-queries.ts'

/** The range moves on up to a minute after its end, and the values of that minute count as well. */
const BEYOND_MS = MINUTE_MS

type LastDaySeries = Pick<Series, 'seriesId' | 'deviceId' | 'metric' | 'unit'>

/**
 * The last 24 hours of series for small lines, which live values join; fetched every five minutes, and those before stay
 * until they have come.
 *
 * @param now milliseconds since 1970
 */
export function useLastDay(series: readonly LastDaySeries[], now: number): UseQueryResult<SeriesHistory[]> {
  const client = useQueryClient()
  const { from, to } = lastDay(now)
  // The list is made anew with every live value, and what is followed is not.
  const followed = JSON.stringify(
    series.map(({ seriesId, deviceId, metric, unit }) => ({ seriesId, deviceId, metric, unit })),
  )
  useEffect(() => {
    const all = (JSON.parse(followed) as LastDaySeries[]).map((one) => ({
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
