import type { Calibration, Metric, Series } from '@greenhouse/contract'
import { formatNumber, withUnit } from '../../lib/format.ts'
import { decimalsOf, shownNumber, shownUnit } from '../metric/show-value.ts'

const DECIMALS = 2

/** Returns `offset −0,4 °C`, `two points` or `none`. */
export function calibrationWords(metric: Metric, calibration: Calibration, celsius: boolean): string {
  if (calibration === null) return 'none'
  if (!('offset' in calibration)) return 'two points'
  const shown = shownOffset(metric, calibration.offset, celsius)
  return `offset ${withUnit(formatNumber(shown, decimalsOf(shown, DECIMALS)), shownUnit(metric, celsius))}`
}

/** Returns true when raw values are meaningless without calibration, as of a soil sensor that sends 2,780. */
export function mustBeCalibrated(metric: Metric, { calibration, raw }: Pick<Series, 'calibration' | 'raw'>): boolean {
  const { min, max } = metric.range
  return calibration === null && raw !== null && (raw.value < min || raw.value > max)
}

/** Converts a difference without an offset: 1 °C warmer is 1.8 °F warmer. */
export function shownOffset(metric: Metric, offset: number, celsius: boolean): number {
  return shownNumber(metric, offset, celsius) - shownNumber(metric, 0, celsius)
}

/** Formats a raw value without a unit: `2.780`, `412,5`. */
export function rawWords(value: number): string {
  return formatNumber(value, decimalsOf(value, DECIMALS))
}
