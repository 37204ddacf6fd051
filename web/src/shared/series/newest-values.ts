import { boardMetrics, metricOfSeries, type Metric, type Series } from '@greenhouse/contract'

interface NewestValue extends Pick<Series, 'newest' | 'label'> {
  readonly key: string
  readonly metric: Metric
}

/** Returns the time of a device's newest value, ISO 8601. */
export function newestTimeOf(series: readonly Series[], deviceId: string): string | null {
  return series
    .filter((one) => one.deviceId === deviceId)
    .reduce<string | null>(
      (best, { newest }) => (newest && (best === null || newest.time > best) ? newest.time : best),
      null,
    )
}

/** Returns the visible values of a device; the four common metrics if it has sent nothing. */
export function newestValuesOf(series: readonly Series[], deviceId: string): NewestValue[] {
  const own = series.filter((one) => one.deviceId === deviceId)
  if (own.length === 0) {
    return boardMetrics.map((metric) => ({ key: metric.id, metric, label: metric.label, newest: null }))
  }
  return own
    .filter(({ visible }) => visible)
    .map((one) => ({ key: one.seriesId, metric: metricOfSeries(one), label: one.label, newest: one.newest }))
}
