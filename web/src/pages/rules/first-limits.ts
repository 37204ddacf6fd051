import {
  changeFault,
  limitFault,
  limitStep,
  toShownLimit,
  type Metric,
  type Readings,
  type RuleKind,
} from '@greenhouse/contract'
import { changesWithin, percentile } from './preview/firings.ts'
import { typed, type RuleDraft } from './rule-draft.ts'

const HIGH = 0.98
const LOW = 0.02

interface OfSensor {
  readonly metric: Metric
  readonly celsius: boolean
}

/** Often chosen limits of a temperature, in °C. */
export const USUAL_LIMITS = [
  { kind: 'below', limit: 2, purpose: 'frost' },
  { kind: 'below', limit: 10, purpose: 'tender plants' },
  { kind: 'above', limit: 30, purpose: 'heat' },
] as const

/** Returns whether limits are known that many choose for a metric. */
export function hasUsualLimits({ id }: Metric): boolean {
  return id === 'temperature'
}

type Levels = Pick<RuleDraft, 'limit' | 'upperLimit'>

/**
 * Returns limits for a rule that has none yet: those that 2 % of the readings break, or without readings an often chosen one.
 * Empty where nothing is known.
 */
export function firstLevels(
  { kind, within }: Pick<RuleDraft, 'kind' | 'within'>,
  readings: Readings | undefined,
  { metric, celsius }: OfSensor,
): Levels {
  const usual = USUAL_LIMITS.find((one) => one.kind === kind)
  if (kind === 'silent') return { limit: '', upperLimit: '' }
  if (!readings || readings.at.length === 0)
    return usual && hasUsualLimits(metric)
      ? { limit: typed(toShownLimit(metric, kind === 'above' ? 30 : usual.limit, celsius)), upperLimit: '' }
      : { limit: '', upperLimit: '' }
  const counted = kind === 'changing' ? changesWithin(readings, metric, Number(within) || 1) : readings
  const step = limitStep(metric, spreadOf(readings), celsius)
  const at = (share: number, towards: -1 | 1) => {
    const stored = percentile(counted, metric, share)
    if (stored === undefined) return ''
    const rounded = snapped(toShownLimit(metric, stored, celsius, kind), step)
    const fits = [rounded, rounded - towards * step, rounded + towards * step].map((one) => snapped(one, step))
    return typed(fits.find((one) => faultOf(kind, metric, one, celsius) === undefined) ?? rounded)
  }
  if (kind === 'below') return { limit: at(LOW, -1), upperLimit: '' }
  if (kind !== 'outside') return { limit: at(HIGH, 1), upperLimit: '' }
  const [limit, upperLimit] = [at(LOW, -1), at(HIGH, 1)]
  // Values that never change leave no room between two limits.
  return limit === upperLimit ? { limit, upperLimit: typed(numberOf(limit) + step) } : { limit, upperLimit }
}

function faultOf(kind: RuleKind, metric: Metric, shown: number, celsius: boolean): string | undefined {
  return kind === 'changing' ? changeFault(metric, shown, celsius) : limitFault(metric, shown, celsius)
}

/** Rounds to a multiple of a step, without the errors of binary fractions. */
export function snapped(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toPrecision(12)) + 0
}

export function spreadOf({ values }: Readings): number {
  let [lowest, highest] = [Infinity, -Infinity]
  for (const value of values) {
    lowest = Math.min(lowest, value)
    highest = Math.max(highest, value)
  }
  return Math.max(highest - lowest, 0)
}

function numberOf(text: string): number {
  return Number(text.replace(',', '.'))
}
