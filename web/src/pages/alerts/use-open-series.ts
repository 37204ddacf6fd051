import type { Device, Episode, Series } from '@greenhouse/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { lastDay, SPARKLINE_POINTS } from '../../shared/history/day-range.ts'
import { historiesQuery } from '../../shared/history/history-queries.ts'
import { inMs } from '../../shared/history/time-range.ts'
import { useLiveSeries } from '../../shared/series/live-series.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import type { SeriesDay } from '../../shared/series/series-tile.ts'
import { dayOf } from '../../shared/series/device-tiles.ts'

interface OpenSeries {
  readonly series: ReadonlyMap<string, Series>
  /** Of the series in sight, once loaded. */
  readonly days: ReadonlyMap<string, SeriesDay>
}

const NONE: readonly never[] = []

/** Follows newest values live and the last 24 hours of open episodes. */
export function useOpenSeries(
  episodes: readonly Episode[],
  { devices = NONE, now }: { devices: readonly Device[] | undefined; now: number },
): OpenSeries {
  const ids = [...new Set(episodes.flatMap(({ seriesId }) => seriesId ?? NONE))].toSorted()
  const { data: all = NONE } = useQuery({ ...newestSeries, enabled: ids.length > 0 })
  useLiveSeries([...new Set(episodes.flatMap(({ deviceId, seriesId }) => (seriesId && deviceId) ?? NONE))].toSorted())
  const range = lastDay(now)
  const { data: histories = NONE } = useQuery({
    ...historiesQuery(ids, range, SPARKLINE_POINTS),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const series = useMemo(() => new Map(all.map((one) => [one.seriesId, one])), [all])
  const days = useMemo(
    () =>
      new Map(
        histories.flatMap((history) => {
          const one = all.find(({ seriesId }) => seriesId === history.seriesId)
          const device = devices.find(({ deviceId }) => deviceId === one?.deviceId)
          if (!one || !device) return []
          const shown = {
            ...inMs({ from: range.from, to: range.to }),
            nights: NONE,
            intervalSeconds: Number(device.waitTime),
          }
          return [[one.seriesId, dayOf(history, one, shown)] as const]
        }),
      ),
    [histories, all, devices, range.from, range.to],
  )
  return { series, days }
}
