import { isMissing, type Metric } from './metrics.ts'
import type { Calibration } from './series.ts'

/**
 * Returns a value as its calibration corrects it, without the noise of floating point. A value that means "no sensor" is
 * left alone. A sensor that sends more than its wet or less than its dry point is wet or dry; a valid value that an
 * offset moves out of the range stays at its end.
 */
export function calibrate(metric: Metric, value: number, calibration: Calibration): number {
  if (calibration === null || isMissing(metric, value)) return value
  const { min, max } = metric.range
  if ('offset' in calibration) {
    const corrected = rounded(value + calibration.offset)
    return value >= min && value <= max ? Math.min(Math.max(corrected, min), max) : corrected
  }
  const share = (value - calibration.dry) / (calibration.wet - calibration.dry)
  return Math.min(Math.max(rounded(min + share * (max - min)), min), max)
}

/**
 * Returns what a sensor has sent, from the value that its calibration made of it: the inverse of `calibrate`. Undefined at
 * an end of the range, where many values of the sensor give the same one.
 */
export function uncalibrate(metric: Metric, value: number, calibration: Calibration): number | undefined {
  if (calibration === null || isMissing(metric, value)) return value
  const { min, max } = metric.range
  if (value <= min || value >= max) return undefined
  if ('offset' in calibration) return rounded(value - calibration.offset)
  const { dry, wet } = calibration
  return rounded(dry + ((value - min) / (max - min)) * (wet - dry))
}

/** Six decimals, so that 21.3 + 0.2 is 21.5. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0
}
