import { breaks, clears, isMissing, type Metric, type RuleLimit } from '@greenhouse/contract'

/** A rule as it is evaluated. */
export interface EvaluatedRule extends RuleLimit {
  readonly ruleId: string
  readonly seriesId: string
  /** Where platform/timeseries has the values of its series. */
  readonly slot: number
  readonly metric: Metric
  /** The level to which a value must come back before the rule can trigger again. */
  readonly clearAt: number
  readonly holdSeconds: number
  /** Whether it was triggered, and no value has cleared it since. */
  readonly isBroken: boolean
  /** Since when (milliseconds since 1970) all values have broken it, while its hold is not over; null otherwise. */
  readonly pendingSince: number | null
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
  /** The last change of `isBroken`; undefined when only `pendingSince` changed. */
  readonly changed: { readonly isBroken: boolean; readonly at: number; readonly value: number } | undefined
  readonly pendingSince: number | null
}

/**
 * Evaluates rules on samples of their slots, and returns an outcome for each rule that changed. A rule is triggered when
 * samples have broken it for as long as its hold, and again only after one that cleared it; for samples that are evaluated
 * together the outcome has the last time. A value that means a missing sensor neither breaks a rule nor ends that.
 */
export function evaluate(rules: readonly EvaluatedRule[], samplesOf: ReadonlyMap<number, Samples>): Outcome[] {
  return rules.flatMap((rule) => {
    const samples = samplesOf.get(rule.slot)
    return (samples && outcomeOf(rule, samples)) ?? []
  })
}

function outcomeOf(rule: EvaluatedRule, { at: times, values }: Samples): Outcome | undefined {
  let triggered: Outcome['triggered']
  let changed: Outcome['changed']
  let { isBroken, pendingSince } = rule
  for (const [index, value] of values.entries()) {
    if (isMissing(rule.metric, value)) continue
    const at = times[index]!
    if (isBroken) {
      if (!clears(rule, value)) continue
      isBroken = false
      changed = { isBroken, at, value }
    } else if (!breaks(rule, value)) {
      pendingSince = null
    } else {
      pendingSince ??= at
      if (at - pendingSince < rule.holdSeconds * 1000) continue
      ;[isBroken, pendingSince] = [true, null]
      changed = { isBroken, at, value }
      triggered = { at, value, times: (triggered?.times ?? 0) + 1 }
    }
  }
  if (!changed && pendingSince === rule.pendingSince) return undefined
  return { rule, triggered, changed, pendingSince }
}
