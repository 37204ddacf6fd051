import { Evaluation, hoursOf, isMissing, type Samples, type Transition } from '@greenhouse/contract'
import type { EvaluatedRule } from './rule.ts'
import { knownBySlot, type SlotRules } from './rules-by-slot.ts'

/** How samples changed the state of one rule. */
export interface Outcome {
  readonly rule: EvaluatedRule
  /** Every change of `isBroken`, in order; empty when only `pendingSince` changed, which may be again what it was. */
  readonly transitions: readonly Transition[]
  readonly pendingSince: number | null
  /** The time of the last sample, in milliseconds since 1970. */
  readonly seenAt: number
}

/** How much values had changed, by the ids of the rules that look for changes: see ChangingWindows. */
export type Changes = ReadonlyMap<string, Samples>

const NO_CHANGES: Changes = new Map()

/**
 * Evaluates rules on samples of their slots, and returns an outcome for each rule that changed. A rule is broken when
 * samples have broken it for as long as its hold, until one that clears it. A value outside the hours of a rule ends both.
 * A value that means a missing sensor does neither.
 *
 * @param rules the same list each time while no rule changes: from the second time on what its rules have in common is known,
 *   and a hundred of them cost little more than a few
 * @param changes those of the rules of kind `changing` on these samples; one that is left out is not evaluated
 * @param seq the position in the log of the samples: to rules that begin there or later they say nothing
 * @param latest the time that values have at the latest (milliseconds since 1970): a rule that has seen a later one saw it
 *   while a clock was ahead, and takes all values again
 */
export function evaluate(
  rules: readonly EvaluatedRule[],
  samplesOf: ReadonlyMap<number, Samples>,
  changes: Changes = NO_CHANGES,
  seq = Infinity,
  latest = Infinity,
): Outcome[] {
  const steps = evaluateInSteps(rules, samplesOf, changes, seq, latest)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Evaluates rules as `evaluate` does. Yields after each rule that had to be evaluated value by value, with their number. */
export function* evaluateInSteps(
  rules: readonly EvaluatedRule[],
  samplesOf: ReadonlyMap<number, Samples>,
  changes: Changes,
  seq: number,
  latest: number,
): Generator<number, Outcome[]> {
  const bySlot = knownBySlot(rules)
  const found: IndexedOutcome[] = []
  for (const [slot, own] of bySlot ?? []) {
    const samples = samplesOf.get(slot)
    if (samples && own.comparing.length > 0) yield* addOutcomes(found, own, samples, { seq, latest })
  }
  if (bySlot && changes.size === 0) return inOrder(found)
  for (const [index, rule] of rules.entries()) {
    if (rule.sinceSeq >= seq || (bySlot && rule.kind !== 'changing')) continue
    const samples = rule.kind === 'changing' ? changes.get(rule.ruleId) : samplesOf.get(rule.slot)
    if (!samples) continue
    const outcome = outcomeOf(rule, samples, latest)
    if (outcome) found.push({ index, outcome })
    yield samples.values.length
  }
  return inOrder(found)
}

/** An outcome, and the place of its rule in the list. */
interface IndexedOutcome {
  readonly index: number
  readonly outcome: Outcome
}

function inOrder(found: IndexedOutcome[]): Outcome[] {
  if (found.length > 1) found.sort((one, other) => one.index - other.index)
  return found.map(({ outcome }) => outcome)
}

function* addOutcomes(
  found: IndexedOutcome[],
  { comparing, unsettled, low, high }: SlotRules,
  samples: Samples,
  { seq, latest }: { readonly seq: number; readonly latest: number },
): Generator<number, void> {
  let [lowest, highest] = [Infinity, -Infinity]
  for (const value of samples.values) {
    if (isMissing(comparing[0]!.rule.metric, value)) continue
    if (value < lowest) lowest = value
    if (value > highest) highest = value
  }
  for (const { rule, index, clearFrom, clearTo } of lowest > low && highest < high ? unsettled : comparing) {
    if (rule.sinceSeq >= seq || (rule.isBroken && (lowest > clearTo || highest < clearFrom))) continue
    const outcome = outcomeOf(rule, samples, latest)
    if (outcome) found.push({ index, outcome })
    yield samples.values.length
  }
}

function outcomeOf(rule: EvaluatedRule, { at, values }: Samples, latest: number): Outcome | undefined {
  const evaluation = new Evaluation(rule, rule, hoursOf(rule.activeHours, rule.place))
  const seenAt = rule.changedAt === null || rule.changedAt > latest ? -Infinity : rule.changedAt
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!
    if (at[index]! <= seenAt) continue
    // A change was found without them, and may itself be 0.
    if (rule.kind === 'changing' || !isMissing(rule.metric, value)) evaluation.add(at[index]!, value)
  }
  if (!evaluation.hasMoved) return undefined
  const { transitions, pendingSince } = evaluation
  return { rule, transitions, pendingSince, seenAt: at.at(-1)! }
}
