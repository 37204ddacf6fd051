import { isMissing, shownUnitOf, type Metric } from '@greenhouse/contract'
import { formatNumber } from '../../lib/format.ts'

/** Returns `21,4` and `°C`, or `N/A` without a unit. `value` is in the metric's unit. */
export function showValue(
  metric: Metric,
  value: number | null | undefined,
  celsius: boolean,
): { text: string; unit: string } {
  if (isMissing(metric, value)) return { text: 'N/A', unit: '' }
  const shown = shownNumber(metric, value, celsius)
  return { text: formatNumber(shown, decimalsFor(metric, [shown])), unit: shownUnit(metric, celsius) }
}

/** Returns the metric's decimals, or else those of the values. */
export function decimalsFor({ isGeneric, decimals }: Metric, values: readonly number[]): number {
  if (isGeneric !== true) return decimals
  return values.reduce((found, value) => Math.max(found, decimalsOf(value, decimals)), 0)
}

/** Counts decimals up to a limit: 0 for 3,600 and 1 for 412.5. */
export function decimalsOf(value: number, maxDecimals: number): number {
  return String(Number(value.toFixed(maxDecimals))).split('.')[1]?.length ?? 0
}

export function shownNumber(metric: Metric, value: number, celsius: boolean): number {
  return shownUnitOf(metric, celsius).fromStored(value)
}

export function shownUnit(metric: Metric, celsius: boolean): string {
  return shownUnitOf(metric, celsius).unit
}
