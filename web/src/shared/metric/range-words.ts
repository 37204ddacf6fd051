import type { Metric, PlantRange } from '@greenhouse/contract'
import { formatNumber } from '../../lib/format.ts'
import { decimalsOf, shownNumber } from './show-value.ts'

/** Returns `35–60`, `above 35` or `below 60`, in the displayed unit. */
export function rangeWords({ low, high }: PlantRange, metric: Metric, celsius: boolean): string {
  const shown = (value: number) => wordsOf(shownNumber(metric, value, celsius), metric)
  if (low === null) return `below ${shown(high ?? 0)}`
  return high === null ? `above ${shown(low)}` : `${shown(low)}–${shown(high)}`
}

/** A value outside of a range. */
export interface Outside {
  readonly side: 'above' | 'below'
  /** In the displayed unit: `1,38`. */
  readonly distance: string
}

/** Returns how far a value, rounded as it is shown, is from a range; undefined inside it. */
export function outsideOf(
  value: number,
  { low, high }: PlantRange,
  metric: Metric,
  celsius: boolean,
): Outside | undefined {
  const rounded = Number(value.toFixed(metric.decimals))
  const from = (limit: number) =>
    wordsOf(Math.abs(shownNumber(metric, rounded, celsius) - shownNumber(metric, limit, celsius)), metric)
  if (high !== null && rounded > high) return { side: 'above', distance: from(high) }
  if (low !== null && rounded < low) return { side: 'below', distance: from(low) }
  return undefined
}

function wordsOf(shown: number, { decimals }: Metric): string {
  return formatNumber(shown, decimalsOf(shown, decimals))
}
