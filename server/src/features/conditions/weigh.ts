import { isMissing, meets, type Limit, type Metric, type Values } from '@greenhouse/contract'

/** A device condition as it is weighed. */
export interface Rule {
  readonly conditionId: string
  readonly metric: Metric
  readonly limit: Limit
  /** Whether the last weighed value met it. */
  readonly isMet: boolean
}

/** A reading as the rules see it; `at` in milliseconds since 1970. */
export type Weighed = Values & { readonly at: number }

/** What readings did to one rule. */
export interface Outcome {
  readonly rule: Rule
  /** The last time it came to be met (the reading and its value), and how many times it did. */
  readonly raised: { readonly at: number; readonly value: number; readonly times: number } | undefined
  /** The last time it changed, one way or the other. */
  readonly changed: { readonly isMet: boolean; readonly at: number; readonly value: number }
}

/**
 * Weighs readings, in order of time, against rules and answers those that changed. A rule speaks when a reading first
 * meets it, and again only after one that did not; of readings that are weighed together it speaks once, of the last
 * time. A sensor that says nothing neither meets a rule nor ends it.
 */
export function weigh(rules: readonly Rule[], readings: readonly Weighed[]): Outcome[] {
  const inOrder = readings.toSorted((one, other) => one.at - other.at)
  return rules.flatMap((rule) => outcomeOf(rule, inOrder))
}

function outcomeOf(rule: Rule, readings: readonly Weighed[]): Outcome[] {
  const { metric, limit } = rule
  let raised: Outcome['raised']
  let isMet = rule.isMet
  let changed: Outcome['changed'] | undefined
  for (const reading of readings) {
    const value = reading[metric.id]
    if (isMissing(metric, value) || meets(limit, value) === isMet) continue
    isMet = !isMet
    changed = { isMet, at: reading.at, value }
    if (isMet) raised = { at: reading.at, value, times: (raised?.times ?? 0) + 1 }
  }
  return changed ? [{ rule, raised, changed }] : []
}
