import { boardMetrics, metricOfSeries, type Metric, type Series } from '@greenhouse/contract'

/** What is shown of a sensor where only its newest value is. */
interface NewestValue extends Pick<Series, 'newest' | 'label'> {
  /** Tells it from the others of its device. */
  readonly key: string
  readonly metric: Metric
}

/** When a device sent its newest value, ISO 8601, by its series among others; null when it has sent none. */
export function newestTimeOf(series: readonly Series[], deviceId: string): string | null {
  return series
    .filter((one) => one.deviceId === deviceId)
    .reduce<string | null>(
      (best, { newest }) => (newest && (best === null || newest.time > best) ? newest.time : best),
      null,
    )
}

/** What the owner of a device shows of it; the four metrics of every board for a device that has sent nothing. */
export function newestValuesOf(series: readonly Series[], deviceId: string): NewestValue[] {
  const own = series.filter((one) => one.deviceId === deviceId)
  if (own.length === 0) {
    return boardMetrics.map((metric) => ({ key: metric.id, metric, label: metric.label, newest: null }))
  }
  return own
    .filter(({ visible }) => visible)
    .map((one) => ({ key: one.seriesId, metric: metricOfSeries(one), label: one.label, newest: one.newest }))
}
