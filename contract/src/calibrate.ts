import { isMissing, type Metric } from './metrics.ts'
import type { Calibration } from './series.ts'

/** Keeps "no sensor", and clamps a valid value to the range of its metric. */
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

/** Inverts `calibrate`; undefined at an end of the range, where the raw value is unknown. */
export function uncalibrate(metric: Metric, value: number, calibration: Calibration): number | undefined {
  if (calibration === null || isMissing(metric, value)) return value
  const { min, max } = metric.range
  if (value <= min || value >= max) return undefined
  if ('offset' in calibration) return rounded(value - calibration.offset)
  const { dry, wet } = calibration
  return rounded(dry + ((value - min) / (max - min)) * (wet - dry))
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0
}
