import { metricOfSeries, uncalibrate, type Series } from '@greenhouse/contract'

/**
 * What the sensor of a series has sent last, before calibration. The server says it for a sensor with two points as long as
 * it runs; otherwise it is computed back from the newest value. Undefined where that says too little: a value from before
 * the last change of the calibration, or one at an end of the range, where many values of the sensor give the same one.
 */
export function rawNow(series: Series): number | undefined {
  const { raw, newest, calibration, calibratedAt } = series
  if (raw) return raw.value
  if (!newest || (calibratedAt !== null && newest.time < calibratedAt)) return undefined
  return uncalibrate(metricOfSeries(series), newest.value, calibration)
}
