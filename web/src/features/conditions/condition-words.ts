import {
  metricOf,
  parseCondition,
  toShownLimit,
  type DeviceCondition,
  type Metric,
  type RuleLimit,
} from '@greenhouse/contract'
import { formatNumber, withUnit } from '../../lib/format.ts'
import { shownUnit } from '../../lib/show-value.ts'

/** A condition as a person reads it: `≥ 28 °C`. */
export function conditionWords(
  { sensorType, condition }: Pick<DeviceCondition, 'sensorType' | 'condition'>,
  celsius: boolean,
): string {
  const limit = parseCondition(condition)
  return limit ? limitWords(metricOf(sensorType), limit, celsius) : condition
}

export function limitWords(metric: Metric, { kind, limit }: RuleLimit, celsius: boolean): string {
  const shown = toShownLimit(metric, limit, celsius)
  const decimals = String(shown).split('.')[1]?.length ?? 0
  return withUnit(`${kind === 'above' ? '≥' : '≤'} ${formatNumber(shown, decimals)}`, shownUnit(metric, celsius))
}
