import { metricOfSeries, uncalibrate, type Series } from '@greenhouse/contract'

/**
 * Returns the last raw value of a sensor: from the server, or computed from the newest value. Undefined when that value
 * is older than the calibration, or clamped to an end of the range.
 */
export function rawNow(series: Series): number | undefined {
  const { raw, newest, calibration, calibratedAt } = series
  if (raw) return raw.value
  if (!newest || (calibratedAt !== null && newest.time < calibratedAt)) return undefined
  return uncalibrate(metricOfSeries(series), newest.value, calibration)
}
