import { clearRange, toShownLimit, type Metric, type Rule, type RuleKind, type RuleLimit } from '@greenhouse/contract'
import { formatDuration } from '../../lib/format-duration.ts'
import { formatNumber, withUnit } from '../../lib/format.ts'
import { shownUnit } from '../metric/show-value.ts'
import { limitsOfRule } from './limits-of-rule.ts'

export function limitWords(metric: Metric, { kind, limit }: RuleLimit, celsius: boolean): string {
  return `${kind === 'above' ? '≥' : '≤'} ${levelWords(metric, limit, celsius)}`
}

type RuleMeaning = Pick<Rule, 'kind' | 'limit' | 'upperLimit' | 'withinMinutes' | 'holdSeconds'>

/** Returns `≥ 28 °C for 10 min`, `≤ 5 °C or ≥ 30 °C`, `changes by 5 °C within 1 h` or `silent for 15 min`. */
export function ruleWords(metric: Metric, rule: RuleMeaning, celsius: boolean): string {
  if (rule.kind === 'silent') return `silent for ${secondsWords(rule.limit)}`
  const breaking =
    rule.kind === 'changing'
      ? `changes by ${levelWords(metric, rule.limit, celsius, 'changing')} within ${secondsWords((rule.withinMinutes ?? 0) * 60)}`
      : limitsOfRule(rule)
          .map((limit) => limitWords(metric, limit, celsius))
          .join(' or ')
  return rule.holdSeconds === 0 ? breaking : `${breaking} for ${minutesWords(rule.holdSeconds)}`
}

/** Returns the title of a rule on the silence of a whole device: `Silent for 15 min`. */
export function silenceTitle({ limit }: Pick<Rule, 'limit'>): string {
  return `Silent for ${secondsWords(limit)}`
}

/** Returns `Over at 27,5 °C` or `Over between 5,5 °C and 29,5 °C`; undefined if that is the limit itself. */
export function clearWords(
  metric: Metric,
  { kind, limit, upperLimit, clearAt }: Pick<Rule, 'kind' | 'limit' | 'upperLimit' | 'clearAt'>,
  celsius: boolean,
): string | undefined {
  if (kind === 'silent' || clearAt === null || clearAt === (kind === 'outside' ? upperLimit : limit)) return undefined
  if (kind === 'changing') return `Over when it changes by ${levelWords(metric, clearAt, celsius, kind)} or less`
  if (kind !== 'outside' || upperLimit === null) return `Over at ${levelWords(metric, clearAt, celsius)}`
  const lower = clearRange({ kind, limit, upperLimit, clearAt }).from
  return `Over between ${levelWords(metric, lower, celsius)} and ${levelWords(metric, clearAt, celsius)}`
}

function minutesWords(seconds: number): string {
  const minutes = Number((seconds / 60).toFixed(2))
  return withUnit(formatNumber(minutes, decimalsOf(minutes)), 'min')
}

/** Returns `15 min`, `2 h` or `1 d`, exact to the second. */
export function secondsWords(seconds: number): string {
  return seconds % 60 === 0 ? formatDuration(seconds * 1000) : minutesWords(seconds)
}

/** Formats a level in the preferred unit: `27,5 °C`. For `changing` it is a difference: 5 °C are 9 °F. */
export function levelWords(metric: Metric, level: number, celsius: boolean, kind?: RuleKind): string {
  const shown = toShownLimit(metric, level, celsius, kind)
  return withUnit(formatNumber(shown, decimalsOf(shown)), shownUnit(metric, celsius))
}

/** Counts decimals; `1e-7` has seven. */
function decimalsOf(number: number): number {
  const [digits = '', exponent = '0'] = String(number).split('e')
  return Math.min(Math.max((digits.split('.')[1]?.length ?? 0) - Number(exponent), 0), 20)
}
