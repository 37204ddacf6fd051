import { isMissing } from '../metrics.ts'
import type { Hours } from './active-hours.ts'
import { ChangingWindow, withinMsOf } from './changing-window.ts'
import { Evaluation, NOT_STARTED } from './evaluation.ts'
import type { RuleMeaning } from './rule-meaning.ts'

/** From inclusive, to exclusive; milliseconds since 1970. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** Some of the values of a series: those from index `start` on, up to but without `end`. */
export interface Slice {
  readonly at: Float64Array
  readonly values: Float64Array
  readonly start: number
  readonly end: number
}

/** The values of a series in a stretch of time, at least one, by what a summary says of them. */
export interface ValueBucket extends TimeRange {
  readonly lowest: number
  readonly highest: number
}

/** An episode as a preview lists it; milliseconds since 1970. */
export interface PreviewEpisode {
  readonly openedAt: number
  closedAt: number | null
  /** The value, or for `changing` the change, that was furthest beyond a limit. */
  worst: number
  worstAt: number
  /** The bucket that has it, when its time is not known yet. */
  worstIn: TimeRange | undefined
}

/** Number of listed episodes. */
export const PREVIEW_EPISODES_MAX = 1000

/** Evaluates a rule on a series, skipping buckets that change nothing. */
export class PreviewRun {
  count = 0
  readonly #rule: RuleMeaning
  readonly #hours: Hours | undefined
  readonly #evaluation: Evaluation
  readonly #window: ChangingWindow | undefined
  /** Up to where the window has all values. */
  #windowTo = -Infinity
  #episodes: PreviewEpisode[] = []
  #open: PreviewEpisode | undefined
  #closedMs = 0

  /** @param hours undefined when the rule always counts */
  constructor(rule: RuleMeaning, hours: Hours | undefined) {
    this.#rule = rule
    this.#hours = hours
    this.#evaluation = new Evaluation(rule, NOT_STARTED, hours)
    if (rule.kind === 'changing') this.#window = new ChangingWindow(withinMsOf(rule))
  }

  /** The newest episodes, the oldest of them first. */
  get episodes(): PreviewEpisode[] {
    return this.#episodes.slice(-PREVIEW_EPISODES_MAX)
  }

  /** For how many milliseconds the rule was broken until an instant. */
  openMs(until: number): number {
    return this.#closedMs + (this.#open ? until - this.#open.openedAt : 0)
  }

  /** Span before a value that counts with it; 0 when each value counts by itself. */
  get lookBackMs(): number {
    return this.#window?.withinMs ?? 0
  }

  /** From when on this needs values to evaluate those from `from` on. */
  needsFrom(from: number): number {
    return this.#window ? Math.max(this.#windowTo, from - this.#window.withinMs) : from
  }

  /**
   * Returns whether no value of a bucket can open or close an episode, and what is pending afterwards is known.
   *
   * @param bucket for `changing` the lowest and the highest change that there can be
   */
  canSkip({ from, to, lowest, highest }: ValueBucket): boolean {
    const { isBroken, pendingSince, high, low, clearFrom, clearTo, holdMs } = this.#evaluation
    const isNoneBeyond = highest < high && lowest > low
    if (!isBroken && isNoneBeyond) return true
    const period = this.#hours?.periodAt(from)
    if (period && period.to < to) return false
    if (period?.isActive === false) return !isBroken
    if (isBroken) return lowest > clearTo || highest < clearFrom
    const isAllBeyond = lowest >= high || highest <= low
    return isAllBeyond && pendingSince !== null && to - 1 - pendingSince < holdMs
  }

  /** Takes a bucket that can be skipped. */
  skip({ from, to, lowest, highest }: ValueBucket): void {
    const open = this.#open
    if (!open) {
      const { high, low } = this.#evaluation
      const isAllBeyond = lowest >= high || highest <= low
      if (!isAllBeyond || this.#hours?.has(from) === false) this.#evaluation.pendingSince = null
      return
    }
    const worst = this.#beyond(highest) >= this.#beyond(lowest) ? highest : lowest
    if (this.#beyond(worst) <= this.#beyond(open.worst)) return
    open.worst = worst
    open.worstIn = { from, to }
  }

  /** Takes values; those before `from` are only needed for changes within some minutes. */
  add({ at, values, start, end }: Slice, from: number): void {
    const { metric } = this.#rule
    const window = this.#window
    for (let index = start; index < end; index++) {
      const value = values[index]!
      if (isMissing(metric, value)) continue
      const time = at[index]!
      if (!window) this.#evaluate(time, value)
      else {
        window.add(time, value)
        if (time >= from) this.#evaluate(time, window.change())
      }
    }
  }

  /** Says up to where all values were taken. */
  reach(to: number): void {
    this.#windowTo = to
  }

  /** Returns the index of the value in a slice that is furthest beyond a limit: the first one, when there are several. */
  worstIndex({ values, start, end }: Slice): number {
    let worst = -1
    for (let index = start; index < end; index++) {
      if (isMissing(this.#rule.metric, values[index])) continue
      if (worst < 0 || this.#beyond(values[index]!) > this.#beyond(values[worst]!)) worst = index
    }
    return worst
  }

  #evaluate(at: number, value: number): void {
    const evaluation = this.#evaluation
    evaluation.add(at, value)
    const { transitions } = evaluation
    if (transitions.length > 0) {
      const { isBroken } = transitions[0]!
      transitions.length = 0
      if (isBroken) this.#openAt(at, value)
      else this.#closeAt(at)
      return
    }
    const open = this.#open
    if (!open || this.#beyond(value) <= this.#beyond(open.worst)) return
    open.worst = value
    open.worstAt = at
    open.worstIn = undefined
  }

  #openAt(at: number, value: number): void {
    this.count++
    this.#open = { openedAt: at, closedAt: null, worst: value, worstAt: at, worstIn: undefined }
    this.#episodes.push(this.#open)
    if (this.#episodes.length >= 2 * PREVIEW_EPISODES_MAX) this.#episodes = this.episodes
  }

  #closeAt(at: number): void {
    if (!this.#open) return
    this.#closedMs += at - this.#open.openedAt
    this.#open.closedAt = at
    this.#open = undefined
  }

  /** Returns a number that is the higher the further a value is beyond a limit. */
  #beyond(value: number): number {
    const { kind } = this.#rule
    if (kind === 'below') return -value
    if (kind !== 'outside') return value
    return Math.max(value - this.#evaluation.high, this.#evaluation.low - value)
  }
}
