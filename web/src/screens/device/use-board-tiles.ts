import { MINUTE_MS, type NewestReading } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deviceConditionList } from '../../features/conditions/condition-queries.ts'
import { lastDay, SPARKLINE_POINTS } from '../../features/history/day-range.ts'
import { historyQuery } from '../../features/history/history-queries.ts'
import type { SeriesTile } from '../../features/readings/series-tile.ts'
import { forecastQuery } from '../../features/weather/weather-queries.ts'
import { useNow } from '../../lib/use-now.ts'
import { boardTiles } from './board-tiles.ts'

/** The last 24 hours of a device, renewed every five minutes. */
export function useDeviceDay(deviceId: string | undefined) {
  const now = useNow(MINUTE_MS)
  return useQuery({
    ...historyQuery(deviceId ?? '', lastDay(now), SPARKLINE_POINTS),
    enabled: deviceId !== undefined,
    // The next five minutes begin with the line of those before.
    placeholderData: (before) => (before?.deviceId === deviceId ? before : undefined),
  })
}

type DeviceDay = ReturnType<typeof useDeviceDay>['data']

/** The tiles of a device; none before its newest reading is known. */
export function useBoardTiles(newest: NewestReading | undefined, day: DeviceDay): readonly SeriesTile[] {
  const now = useNow(MINUTE_MS)
  const { data: conditions } = useQuery({ ...deviceConditionList, enabled: newest !== undefined })
  const { data: forecast } = useQuery({ ...forecastQuery, enabled: newest !== undefined })
  const place = forecast?.place
  return useMemo(
    () => (newest ? boardTiles({ newest, day, conditions: conditions ?? [], place, now }) : []),
    [newest, day, conditions, place, now],
  )
}
