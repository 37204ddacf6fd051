import { toShownLimit, type Metric, type RuleLimit } from '@greenhouse/contract'
import { formatNumber, withUnit } from '../../lib/format.ts'
import { shownUnit } from '../../lib/show-value.ts'

/** A limit as a person reads it: `≥ 28 °C`. */
export function limitWords(metric: Metric, { kind, limit }: RuleLimit, celsius: boolean): string {
  const shown = toShownLimit(metric, limit, celsius)
  return withUnit(
    `${kind === 'above' ? '≥' : '≤'} ${formatNumber(shown, decimalsOf(shown))}`,
    shownUnit(metric, celsius),
  )
}

/** The decimals of a number as it is typed; `1e-7` has seven. */
function decimalsOf(number: number): number {
  const [digits = '', exponent = '0'] = String(number).split('e')
  return Math.min(Math.max((digits.split('.')[1]?.length ?? 0) - Number(exponent), 0), 20)
}
