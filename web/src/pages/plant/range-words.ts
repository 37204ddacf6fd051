import type { Metric, PlantRange } from '@greenhouse/contract'
import { showValue } from '../../shared/metric/show-value.ts'

/** Returns `35 to 60 %`, `above 35 %` or `below 60 %`. */
export function rangeWords({ low, high }: PlantRange, metric: Metric, celsius: boolean): string {
  const shown = (value: number) => showValue(metric, value, celsius)
  const { unit } = shown(low ?? high ?? 0)
  const numbers =
    low === null
      ? `below ${shown(high ?? 0).text}`
      : high === null
        ? `above ${shown(low).text}`
        : `${shown(low).text} to ${shown(high).text}`
  return unit === '' ? numbers : `${numbers}\u00a0${unit}`
}
