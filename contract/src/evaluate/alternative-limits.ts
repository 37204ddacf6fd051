import { roundStep } from '../rule-limits.ts'
import type { RuleMeaning } from './rule-meaning.ts'

/** In steps from the limit: two that are stricter, three that are not as strict. */
const STEPS = [-2, -1, 1, 2, 3] as const
/** Steps between the lowest and the highest value, for a metric without a range. */
const STEPS_OF_SPREAD = 20

/**
 * Returns a rule with one limit as it would be with other limits around its own, the strictest first, each with its own
 * margin; none for other rules.
 *
 * @param spread how far the lowest of the values to be looked at is from the highest
 */
export function otherLimits(rule: RuleMeaning, spread: number): RuleMeaning[] {
  const { kind, limit, clearAt, metric } = rule
  if (kind !== 'above' && kind !== 'below') return []
  const step = metric.isGeneric === true ? roundStep(spread / STEPS_OF_SPREAD) : metric.spanMin / 2
  if (!(step > 0)) return []
  const { min, max } = metric.limits ?? metric.range
  const direction = kind === 'above' ? 1 : -1
  return STEPS.map((steps) => rounded(limit + direction * steps * step))
    .filter((other) => other >= min && other <= max && !(metric.exclusiveMin === true && other === min))
    .map((other) => ({ ...rule, limit: other, clearAt: rounded(other + (clearAt - limit)) }))
}

/** Removes the errors of additions in the last digits. */
function rounded(value: number): number {
  return Number(value.toPrecision(12)) + 0
}
