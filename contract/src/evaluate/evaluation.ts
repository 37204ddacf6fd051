import { clearRange } from '../rule-limits.ts'
import type { Hours } from './active-hours.ts'
import type { RuleMeaning } from './rule-meaning.ts'

/** Values of one series in order of time; `at` (milliseconds since 1970) and `values` have the same length. */
export interface Samples {
  readonly at: readonly number[]
  readonly values: readonly number[]
}

/**
 * Why a rule began or ceased to be broken: values had come to its limit for as long as its hold (`crossed`), a value came
 * back (`back`), or a value came outside the hours in which the rule counts (`hours`).
 */
export type TransitionReason = 'crossed' | 'back' | 'hours'

/** A change of `isBroken`. `value` is that of the reading; for `changing` the change within its minutes. */
export interface Transition {
  readonly isBroken: boolean
  readonly at: number
  readonly value: number
  readonly why: TransitionReason
}

/** A rule that has not triggered, and waits for nothing. */
export const NOT_STARTED: RuleState = { isBroken: false, pendingSince: null }

/** `pendingSince`: since when (milliseconds since 1970) all values have broken the rule, while its hold is not over. */
export interface RuleState {
  readonly isBroken: boolean
  readonly pendingSince: number | null
}

const NONE: Transition[] = []

/** The state of a rule as values come, one after the other in order of time. */
export class Evaluation {
  isBroken: boolean
  pendingSince: number | null
  /** Every change of `isBroken` so far. */
  transitions: Transition[] = NONE
  /** Whether a value has changed the state, though it may be again what it was. */
  hasMoved = false
  /** Values from `high` on and up to `low` break the rule; those from `clearFrom` to `clearTo` clear it if they do not. */
  readonly high: number
  readonly low: number
  readonly clearFrom: number
  readonly clearTo: number
  readonly holdMs: number
  readonly hours: Hours | undefined

  constructor(rule: RuleMeaning, { isBroken, pendingSince }: RuleState, hours: Hours | undefined) {
    this.isBroken = isBroken
    this.pendingSince = pendingSince
    const { kind, limit, upperLimit } = rule
    this.low = kind === 'below' || kind === 'outside' ? limit : -Infinity
    this.high = kind === 'below' ? Infinity : kind === 'outside' ? (upperLimit ?? Infinity) : limit
    const { from, to } = clearRange(rule)
    this.clearFrom = from
    this.clearTo = to
    this.holdMs = rule.holdSeconds * 1000
    this.hours = hours
  }

  /** Takes the next value; for `changing` the change that comes with it. */
  add(at: number, value: number): void {
    if (this.hours && !this.hours.has(at)) {
      this.#wait(null)
      if (this.isBroken) this.#turn(false, at, value, 'hours')
      return
    }
    const isBeyond = value >= this.high || value <= this.low
    if (this.isBroken) {
      if (!isBeyond && value <= this.clearTo && value >= this.clearFrom) this.#turn(false, at, value, 'back')
    } else if (!isBeyond) {
      this.#wait(null)
    } else {
      const since = this.pendingSince ?? at
      this.#wait(since)
      if (at - since >= this.holdMs) this.#turn(true, at, value, 'crossed')
    }
  }

  #wait(since: number | null): void {
    if (this.pendingSince === since) return
    this.pendingSince = since
    this.hasMoved = true
  }

  #turn(isBroken: boolean, at: number, value: number, why: TransitionReason): void {
    this.isBroken = isBroken
    this.pendingSince = null
    this.hasMoved = true
    if (this.transitions === NONE) this.transitions = []
    this.transitions.push({ isBroken, at, value, why })
  }
}
