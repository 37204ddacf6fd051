import type { Metric } from '@greenhouse/contract'

export interface HistorySeries {
  readonly id: string
  readonly deviceId: string
  readonly deviceName: string
  readonly metric: Metric
  readonly channel: string
  readonly label: string
  readonly isVisible: boolean
}

/** As many colours are distinguishable. */
export const SERIES_PER_PLOT_MAX = 8
export const SERIES_MAX = 24

/** Returns the sensor's name in URLs: `temperature`, or `soilMoisture.2` with a channel. */
export function sensorKey({ metric, channel }: { metric: Pick<Metric, 'id'>; channel: string }): string {
  return channel === '' ? metric.id : `${metric.id}.${channel}`
}

/** Finds a series by its key. The channel may be omitted if the metric is unique. */
export function seriesByKey(own: readonly HistorySeries[], key: string): HistorySeries | undefined {
  return own.find((one) => sensorKey(one) === key) ?? own.find(({ metric }) => metric.id === key)
}
