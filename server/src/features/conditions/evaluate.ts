import { isMissing, meets, type BoardMetric, type BoardValues, type Limit } from '@greenhouse/contract'

/** A device condition as it is evaluated. */
export interface Rule {
  readonly conditionId: string
  readonly metric: BoardMetric
  readonly limit: Limit
  /** Whether the last evaluated value met it. */
  readonly isMet: boolean
  /** Values up to this position in the log came before it was saved: they do not count. */
  readonly sinceSeq: number
}

/** The values of one reading by the ids of their metrics; `at` in milliseconds since 1970. */
export type Sample = Partial<BoardValues> & { readonly at: number }

/** How samples changed the state of one rule. */
export interface Outcome {
  readonly rule: Rule
  /** When and by which value it was triggered last, and how many times; undefined when it was not. */
  readonly triggered: { readonly at: number; readonly value: number; readonly times: number } | undefined
  /** The last change of its state. */
  readonly changed: { readonly isMet: boolean; readonly at: number; readonly value: number }
}

/**
 * Evaluates rules on samples, in order of time, and returns an outcome for each rule that changed. A rule is triggered
 * when a sample first meets it, and again only after one that did not; for samples that are evaluated together
 * the outcome has the last time. A missing value neither meets a rule nor ends it.
 */
export function evaluate(rules: readonly Rule[], samples: readonly Sample[]): Outcome[] {
  const inOrder = samples.toSorted((one, other) => one.at - other.at)
  return rules.flatMap((rule) => outcomeOf(rule, inOrder))
}

function outcomeOf(rule: Rule, samples: readonly Sample[]): Outcome[] {
  const { metric, limit } = rule
  let triggered: Outcome['triggered']
  let isMet = rule.isMet
  let changed: Outcome['changed'] | undefined
  for (const sample of samples) {
    const value = sample[metric.id]
    if (isMissing(metric, value) || meets(limit, value) === isMet) continue
    isMet = !isMet
    changed = { isMet, at: sample.at, value }
    if (isMet) triggered = { at: sample.at, value, times: (triggered?.times ?? 0) + 1 }
  }
  return changed ? [{ rule, triggered, changed }] : []
}
