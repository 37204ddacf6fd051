import { isMissing, type Calibration, type Metric } from '@greenhouse/contract'

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

/** Six decimals, so that 21.3 + 0.2 is 21.5. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0
}
