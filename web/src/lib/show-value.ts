import { isMissing, shownUnitOf, type Metric } from '@greenhouse/contract'
import { formatNumber } from './format.ts'

/** A value of a metric in words: `21,4` and `°C`, or `N/A` without a unit. `value` is as stored, in the metric's unit. */
export function showValue(
  metric: Metric,
  value: number | null | undefined,
  celsius: boolean,
): { text: string; unit: string } {
  if (isMissing(metric, value)) return { text: 'N/A', unit: '' }
  return { text: formatNumber(shownNumber(metric, value, celsius), metric.decimals), unit: shownUnit(metric, celsius) }
}

/** The number that is drawn or written for a stored value. */
export function shownNumber(metric: Metric, value: number, celsius: boolean): number {
  return shownUnitOf(metric, celsius).fromStored(value)
}

export function shownUnit(metric: Metric, celsius: boolean): string {
  return shownUnitOf(metric, celsius).unit
}
