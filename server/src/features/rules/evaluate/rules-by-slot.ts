import { clearRange, withinMsOf } from '@greenhouse/contract'
import type { EvaluatedRule } from './rule.ts'

/** Rules on one series, and what can be said of values without looking at each rule. */
export interface SlotRules {
  /** Rules that compare values, in their order. */
  readonly comparing: readonly IndexedRule[]
  /** Broken or pending rules: values within their limits matter, too. */
  readonly unsettled: readonly IndexedRule[]
  /** A value between these, without them, breaks none of the others. */
  readonly low: number
  readonly high: number
  /** Rules on changes. */
  readonly changing: readonly EvaluatedRule[]
  /** The longest time in which one of them looks for a change. */
  readonly withinMs: number
  /** A change that is less matters to none of them. */
  readonly leastChange: number
  /** The first and the last position in the log at which one of them began. */
  readonly firstSeq: number
  readonly lastSeq: number
}

/** A rule, its place in the list of all rules, and which values cannot clear it. */
interface IndexedRule {
  readonly rule: EvaluatedRule
  readonly index: number
  /** Lower and higher values than these do not clear it; none when it can also be cleared by its hours. */
  readonly clearFrom: number
  readonly clearTo: number
}

type BySlot = ReadonlyMap<number, SlotRules>

/** Of lists that were asked about: null for one that came once. A list stays the same as long as no rule changes. */
const known = new WeakMap<readonly EvaluatedRule[], BySlot | null>()

/** Returns rules by their slots; the same for the same list. */
export function rulesBySlot(rules: readonly EvaluatedRule[]): BySlot {
  let found = known.get(rules)
  if (!found) {
    const bySlot = Map.groupBy(rules.entries(), ([, { slot }]) => slot)
    found = new Map(Array.from(bySlot, ([slot, own]) => [slot, slotRules(own)]))
    known.set(rules, found)
  }
  return found
}

/** Returns rules by their slots, but undefined for a list that comes for the first time: to look at each rule is cheaper then. */
export function knownBySlot(rules: readonly EvaluatedRule[]): BySlot | undefined {
  const found = known.get(rules)
  if (found === undefined) known.set(rules, null)
  return found === undefined ? undefined : rulesBySlot(rules)
}

const slotsOfLists = new WeakMap<readonly EvaluatedRule[], readonly number[]>()

/** Returns the slots that rules are on; the same list for the same rules. */
export function slotsOf(rules: readonly EvaluatedRule[]): readonly number[] {
  let slots = slotsOfLists.get(rules)
  if (!slots) slotsOfLists.set(rules, (slots = [...new Set(rules.map(({ slot }) => slot))]))
  return slots
}

function slotRules(entries: ReadonlyArray<readonly [number, EvaluatedRule]>): SlotRules {
  const indexed = entries.map(([index, rule]): IndexedRule => {
    const { from, to } = rule.activeHours === 'always' ? clearRange(rule) : { from: -Infinity, to: Infinity }
    return { rule, index, clearFrom: from, clearTo: to }
  })
  const comparing = indexed.filter(({ rule }) => rule.kind !== 'changing')
  const settled = comparing.filter(({ rule }) => isSettled(rule)).map(({ rule }) => rule)
  const changing = indexed.filter(({ rule }) => rule.kind === 'changing').map(({ rule }) => rule)
  return {
    comparing,
    unsettled: comparing.filter(({ rule }) => !isSettled(rule)),
    low: Math.max(...settled.map(({ kind, limit }) => (kind === 'above' ? -Infinity : limit))),
    high: Math.min(...settled.map((rule) => (rule.kind === 'below' ? Infinity : upperEnd(rule)))),
    changing,
    withinMs: Math.max(...changing.map(withinMsOf)),
    leastChange: Math.min(...changing.map((rule) => (isSettled(rule) ? rule.limit : -Infinity))),
    firstSeq: Math.min(...changing.map(({ sinceSeq }) => sinceSeq)),
    lastSeq: Math.max(...changing.map(({ sinceSeq }) => sinceSeq)),
  }
}

/** Returns whether values that do not break a rule leave it as it is. */
function isSettled({ isBroken, pendingSince }: EvaluatedRule): boolean {
  return !isBroken && pendingSince === null
}

function upperEnd({ kind, limit, upperLimit }: EvaluatedRule): number {
  return kind === 'outside' ? (upperLimit ?? Infinity) : limit
}
