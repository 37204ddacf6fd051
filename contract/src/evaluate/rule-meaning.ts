import type { Metric } from '../metrics.ts'
import type { ValueKind } from '../rule-limits.ts'
import type { ActiveHours } from '../rules.ts'
import type { Coordinates } from '../sun.ts'

/** The part of a rule that decides whether values break it. */
export interface RuleMeaning {
  readonly metric: Metric
  readonly kind: ValueKind
  readonly limit: number
  /** The upper limit of `outside`. */
  readonly upperLimit: number | null
  /** Within how many minutes `changing` looks for a change. */
  readonly withinMinutes: number | null
  /** The level to which a value must come back before the rule can trigger again. */
  readonly clearAt: number
  readonly holdSeconds: number
  readonly activeHours: ActiveHours
  /** Where the sun rises and sets; null when the owner has not said it. */
  readonly place: Coordinates | null
}
