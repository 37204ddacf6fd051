import { breaks, isMissing, type Metric, type RuleLimit } from '@greenhouse/contract'

/** A rule as it is evaluated. */
export interface EvaluatedRule extends RuleLimit {
  readonly ruleId: string
  readonly seriesId: string
  /** Where platform/timeseries has the values of its series. */
  readonly slot: number
  readonly metric: Metric
  /** Whether the last evaluated value broke it. */
  readonly isBroken: boolean
  /** Values up to this position in the log came before it was saved: they do not count. */
  readonly sinceSeq: number
}

/** Values of one slot in order of time; `at` (milliseconds since 1970) and `values` have the same length. */
export interface Samples {
  readonly at: readonly number[]
  readonly values: readonly number[]
}

/** How samples changed the state of one rule. */
export interface Outcome {
  readonly rule: EvaluatedRule
  /** When and by which value it was triggered last, and how many times; undefined when it was not. */
  readonly triggered: { readonly at: number; readonly value: number; readonly times: number } | undefined
  /** The last change of its state. */
  readonly changed: { readonly isBroken: boolean; readonly at: number; readonly value: number }
}

/**
 * Evaluates rules on samples of their slots, and returns an outcome for each rule that changed. A rule is triggered when a
 * sample first breaks it, and again only after one that did not; for samples that are evaluated together the outcome has
 * the last time. A value that means a missing sensor neither breaks a rule nor ends that.
 */
export function evaluate(rules: readonly EvaluatedRule[], samplesOf: ReadonlyMap<number, Samples>): Outcome[] {
  return rules.flatMap((rule) => {
    const samples = samplesOf.get(rule.slot)
    return (samples && outcomeOf(rule, samples)) ?? []
  })
}

function outcomeOf(rule: EvaluatedRule, { at, values }: Samples): Outcome | undefined {
  let triggered: Outcome['triggered']
  let isBroken = rule.isBroken
  let changed: Outcome['changed'] | undefined
  for (const [index, value] of values.entries()) {
    if (isMissing(rule.metric, value) || breaks(rule, value) === isBroken) continue
    isBroken = !isBroken
    changed = { isBroken, at: at[index]!, value }
    if (isBroken) triggered = { at: at[index]!, value, times: (triggered?.times ?? 0) + 1 }
  }
  return changed && { rule, triggered, changed }
}
