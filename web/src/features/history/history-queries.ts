import { CHART_POINTS_MAX, readingRoutes, type DeviceHistory } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import type { TimeRange } from './time-range.ts'

/** A device's history over a range, downsampled to the points of a chart. */
export function historyQuery(deviceId: string, { from, to }: TimeRange, points = CHART_POINTS_MAX) {
  return queryOptions({
    queryKey: queryKeys.history(deviceId, from, to, points),
    queryFn: async ({ signal }): Promise<DeviceHistory> => {
      const [history] = await call(readingRoutes.history, {
        query: { deviceId, from, to, points: String(points) },
        signal,
      })
      return history ?? { deviceId, deviceName: '', resolution: 0, sensorHistoryRecords: [] }
    },
  })
}
