import type { Metric } from '@greenhouse/contract'

/** One sensor whose values a chart can show. */
export interface HistorySeries {
  readonly id: string
  readonly deviceId: string
  readonly deviceName: string
  readonly metric: Metric
  readonly channel: string
  /** What it is called among the series of its device. */
  readonly label: string
  /** Whether its owner wants to see it without naming it. */
  readonly isVisible: boolean
}

/** The most series of one chart: so many colours can be told apart. */
export const SERIES_PER_PLOT_MAX = 8
/** The most series on the page. */
export const SERIES_MAX = 24

/** How the address names a sensor among those of its device: `temperature`, or `soilMoisture.2` with a channel. */
export function sensorKey({ metric, channel }: { metric: Pick<Metric, 'id'>; channel: string }): string {
  return channel === '' ? metric.id : `${metric.id}.${channel}`
}

/** Returns the series of a device that a key names: the only one of its metric may have a channel that the key lacks. */
export function seriesByKey(own: readonly HistorySeries[], key: string): HistorySeries | undefined {
  return own.find((one) => sensorKey(one) === key) ?? own.find(({ metric }) => metric.id === key)
}
