import type { Device, Episode, Series } from '@greenhouse/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { lastDay, SPARKLINE_POINTS, inMs } from '../../shared/history/time-range.ts'
import { historiesQuery } from '../../shared/history/history-queries.ts'
import { useLiveSeries } from '../../shared/series/live-series.ts'
import { withPlants } from '../../shared/device/plant-devices.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import type { SeriesDay } from '../../shared/series/series-tile.ts'
import { dayOf } from '../../shared/series/device-tiles.ts'

export interface OpenSeries {
  readonly series: Series
  /** The last 24 hours; undefined while loading. */
  readonly day: SeriesDay | undefined
}

const NONE: readonly never[] = []

/** Follows newest values live and the last 24 hours of open episodes. Returns them by the id of the series. */
export function useOpenSeries(
  episodes: readonly Episode[],
  { devices = NONE, now }: { devices: readonly Device[] | undefined; now: number },
): ReadonlyMap<string, OpenSeries> {
  const ids = [...new Set(episodes.flatMap(({ seriesId }) => seriesId ?? NONE))].toSorted()
  const { data: all = NONE } = useQuery({ ...newestSeries, enabled: ids.length > 0 })
  useLiveSeries([...new Set(episodes.flatMap(({ deviceId, seriesId }) => (seriesId && deviceId) ?? NONE))].toSorted())
  const range = lastDay(now)
  const { data: histories = NONE } = useQuery({
    ...historiesQuery(ids, range, SPARKLINE_POINTS),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const { from, to } = range
  return useMemo(() => {
    const sources = withPlants(devices, all)
    const span = { ...inMs({ from, to }), nights: NONE }
    const dayOfSeries = (one: Series) => {
      const history = histories.find(({ seriesId }) => seriesId === one.seriesId)
      const device = sources.find(({ deviceId }) => deviceId === one.deviceId)
      return history && device && dayOf(history, one, { ...span, intervalSeconds: Number(device.waitTime) })
    }
    return new Map(all.map((series) => [series.seriesId, { series, day: dayOfSeries(series) }]))
  }, [histories, all, devices, from, to])
}
