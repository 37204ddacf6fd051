import { boardMetrics, isMissing, type Device, type DeviceHistory } from '@greenhouse/contract'
import type { HistorySeries, SeriesHistory } from './history-series.ts'

/** The id of a device's sensor of one of the four metrics. */
export function boardSeriesId(deviceId: string, metric: string): string {
  return `${deviceId}.${metric}`
}

/** The four series of each device. */
export function boardSeries(devices: readonly Device[]): HistorySeries[] {
  return devices.flatMap(({ deviceId, deviceName }) =>
    boardMetrics.map((metric) => ({
      id: boardSeriesId(deviceId, metric.id),
      deviceId,
      deviceName,
      metric,
      label: metric.label,
    })),
  )
}

/** The values of one metric in a device's history, in columns; empty ones for a metric that the history does not have. */
export function columnsOf(history: DeviceHistory, metricId: string): SeriesHistory {
  const metric = boardMetrics.find(({ id }) => id === metricId)
  const columns = { time: [] as number[], mean: [] as number[], min: [] as number[], max: [] as number[] }
  for (const record of metric ? history.sensorHistoryRecords : []) {
    const mean = metric && record[metric.id]
    if (!metric || isMissing(metric, mean)) continue
    columns.time.push(Date.parse(record.time))
    columns.mean.push(mean)
    columns.min.push(record.min?.[metric.id] ?? mean)
    columns.max.push(record.max?.[metric.id] ?? mean)
  }
  return {
    seriesId: boardSeriesId(history.deviceId, metricId),
    resolutionMs: (history.resolution ?? 0) * 1000,
    start: Date.parse(history.start ?? '') || 0,
    ...columns,
  }
}
