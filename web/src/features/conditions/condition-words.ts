import { toShownLimit, type Metric, type Rule, type RuleLimit } from '@greenhouse/contract'
import { formatNumber, withUnit } from '../../lib/format.ts'
import { shownUnit } from '../../lib/show-value.ts'

/** A limit as a person reads it: `≥ 28 °C`. */
export function limitWords(metric: Metric, { kind, limit }: RuleLimit, celsius: boolean): string {
  return `${kind === 'above' ? '≥' : '≤'} ${levelWords(metric, limit, celsius)}`
}

/** A limit and for how long it must be passed: `≥ 28 °C for 10 min`. */
export function ruleWords(metric: Metric, rule: RuleLimit & Pick<Rule, 'holdSeconds'>, celsius: boolean): string {
  const limit = limitWords(metric, rule, celsius)
  return rule.holdSeconds === 0 ? limit : `${limit} for ${minutesWords(rule.holdSeconds)}`
}

/** Where an alert is over that is not over at its very limit: `Over at 27,5 °C`. */
export function clearWords(
  metric: Metric,
  { limit, clearAt }: Pick<Rule, 'limit' | 'clearAt'>,
  celsius: boolean,
): string | undefined {
  return clearAt === limit ? undefined : `Over at ${levelWords(metric, clearAt, celsius)}`
}

function minutesWords(seconds: number): string {
  const minutes = Number((seconds / 60).toFixed(2))
  return withUnit(formatNumber(minutes, decimalsOf(minutes)), 'min')
}

function levelWords(metric: Metric, level: number, celsius: boolean): string {
  const shown = toShownLimit(metric, level, celsius)
  return withUnit(formatNumber(shown, decimalsOf(shown)), shownUnit(metric, celsius))
}

/** The decimals of a number as it is typed; `1e-7` has seven. */
function decimalsOf(number: number): number {
  const [digits = '', exponent = '0'] = String(number).split('e')
  return Math.min(Math.max((digits.split('.')[1]?.length ?? 0) - Number(exponent), 0), 20)
}
