import { limitStep, toShownLimit, toStoredLimit, type RuleKind } from '@greenhouse/contract'
import type { SensorChoice } from '../../../shared/rule/sensor-choices.ts'
import { snapped } from '../first-limits.ts'

/** In steps of the table: one that is stricter, two that are not as strict. */
const STEPS = [-1, 0, 1, 2] as const
/** Steps of a drag in one step of the table. */
const DRAGGED = 2

interface LimitsAround {
  readonly kind: RuleKind
  readonly sensor: SensorChoice
  readonly celsius: boolean
  /** See limitStep. */
  readonly spread: number
}

/** Returns four limits around one, the strictest first; none for a rule with two limits. Seconds for `silent`. */
export function limitsAround(limit: number, { kind, sensor, celsius, spread }: LimitsAround): number[] {
  if (kind === 'outside') return []
  if (kind === 'silent') return STEPS.map((step) => Math.max(Math.round((limit * 2 ** step) / 60) * 60, 60))
  const { metric } = sensor
  const { min, max } = kind === 'changing' ? { min: 0, max: Infinity } : (metric.limits ?? metric.range)
  const step = limitStep(metric, spread, celsius)
  const shown = toShownLimit(metric, limit, celsius, kind)
  const direction = kind === 'below' ? -1 : 1
  return STEPS.map((steps) => snappedLike(shown + direction * steps * DRAGGED * step, shown, step))
    .map((other) => (other === shown ? limit : toStoredLimit(metric, other, celsius, kind)))
    .filter((other) => other >= min && other <= max && (kind !== 'changing' || other > 0))
}

/** Rounds like a limit that may lie between two steps. */
function snappedLike(value: number, limit: number, step: number): number {
  const between = limit - snapped(limit, step)
  return Number((snapped(value - between, step) + between).toPrecision(12))
}
