import { isMissing, type Series } from '@greenhouse/contract'
import { withUnit } from '../../lib/format.ts'
import { showValue } from '../metric/show-value.ts'
import { newestValuesOf } from './newest-values.ts'

/** Returns `21,4 °C, 63 %`: what a device itself sent. */
export function valuesOf(series: readonly Series[], deviceId: string, celsius: boolean): string {
  const values = newestValuesOf(series, deviceId).flatMap(({ metric, newest }) => {
    // Computed values did not come from the board.
    if (metric.isDerived === true || isMissing(metric, newest?.value)) return []
    const { text, unit } = showValue(metric, newest?.value, celsius)
    return [withUnit(text, unit)]
  })
  return values.length === 0 ? 'N/A' : values.join(', ')
}
