import type { RuleMeaning } from '@greenhouse/contract'

/** A rule as it is evaluated. */
export interface EvaluatedRule extends RuleMeaning {
  readonly ruleId: string
  readonly seriesId: string
  /** Where the time series has the values of its series. */
  readonly slot: number
  /** Whether it was triggered, and no value has cleared it since. */
  readonly isBroken: boolean
  /**
   * Time of the newest value (milliseconds since 1970) when the state changed last, or the rule began; null without
   * one. A reading may be in the log twice: values up to this time are skipped, and later ones changed nothing.
   */
  readonly changedAt: number | null
  /** Since when (milliseconds since 1970) all values have broken it, while its hold is not over; null otherwise. */
  readonly pendingSince: number | null
  /** Values up to this position in the log came before it was saved: they do not count. */
  readonly sinceSeq: number
}
