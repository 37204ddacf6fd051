import { metricOfSeries, uncalibrate, type Series } from '@greenhouse/contract'

/** Returns the last raw value of a sensor; undefined if the newest value is older than the calibration, or clamped. */
export function rawNow(series: Series): number | undefined {
  const { raw, newest, calibration, calibratedAt } = series
  if (raw) return raw.value
  if (!newest || (calibratedAt !== null && newest.time < calibratedAt)) return undefined
  return uncalibrate(metricOfSeries(series), newest.value, calibration)
}
