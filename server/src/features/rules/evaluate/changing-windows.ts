import { isMissing, ChangingWindow, withinMsOf, type Samples } from '@greenhouse/contract'
import type { Changes } from './evaluate.ts'
import type { EvaluatedRule } from './rule.ts'
import { rulesBySlot } from './rules-by-slot.ts'

/** Where the values of series are stored. Times are milliseconds since 1970. */
export interface StoredSamples {
  /** Returns the values of a series in order of time, from inclusive, to exclusive. */
  load(deviceKey: number, slot: number, from: number, to: number): Promise<Samples>
  /** Returns the time of its newest value; -Infinity without one. */
  newestAt(deviceKey: number, slot: number): Promise<number>
}

/** The new values of a device by slots, and the position in the log at which they were appended. */
export interface AppendedSamples {
  readonly bySlot: ReadonlyMap<number, Samples>
  readonly seq: number
}

/** The window of a series, the samples that it took last, and what their changes were. */
interface Held {
  readonly window: ChangingWindow
  readonly samples: Samples
  readonly changes: Changes
  /** Whose changes were found, and what was too little to note. */
  readonly rules: readonly EvaluatedRule[]
  readonly leastChange: number
  /** The position in the log up to which the window has the values of its series. */
  readonly seq: number
}

/** A series of a device, and those of its rules that look for changes. */
interface Watched {
  readonly deviceKey: number
  readonly slot: number
  readonly rules: readonly EvaluatedRule[]
  readonly withinMs: number
  /** A change that is less matters to none of them. */
  readonly leastChange: number
  /** The first position in the log at which one of them began. */
  readonly firstSeq: number
}

const NO_CHANGES: Changes = new Map()
const WINDOWS_MAX = 5000
/** 8 bytes each. */
const NUMBERS_MAX = 4_000_000

/**
 * Returns the changes of series at each new value, for `changing`. A window of each series is in memory while all
 * values pass through it; otherwise it is loaded from the series. Its content depends only on values, not on states of
 * rules: after a rollback the same samples have the same changes, and for earlier ones the window is loaded as of then.
 * Late values count only in a window that is loaded after them.
 */
export class ChangingWindows {
  readonly #stored: StoredSamples
  readonly #windowsMax: number
  readonly #numbersMax: number
  /** By device and slot; the one that was used last is the last. */
  readonly #held = new Map<string, Held>()
  #numbers = 0

  constructor(stored: StoredSamples, { windows = WINDOWS_MAX, numbers = NUMBERS_MAX } = {}) {
    this.#stored = stored
    this.#windowsMax = windows
    this.#numbersMax = numbers
  }

  /** How many windows are held, and how many numbers in them. */
  get size(): { windows: number; numbers: number } {
    return { windows: this.#held.size, numbers: this.#numbers }
  }

  /**
   * Returns the changes that new values bring to those rules of a device that look for them, for `evaluate`; without those
   * that are too little to matter. Is asked for each group with values of a series that has such rules, in the order of the
   * log.
   *
   * @param rules a rule that was off or had another meaning begins at a later position than what its series held before
   */
  async changesOf(deviceKey: number, rules: readonly EvaluatedRule[], appended: AppendedSamples): Promise<Changes> {
    let all = NO_CHANGES
    for (const [slot, { changing, withinMs, leastChange, firstSeq, lastSeq }] of rulesBySlot(rules)) {
      const samples = changing.length === 0 ? undefined : appended.bySlot.get(slot)
      if (!samples || samples.at.length === 0) continue
      const own = lastSeq < appended.seq ? changing : changing.filter(({ sinceSeq }) => sinceSeq < appended.seq)
      if (own.length === 0) continue
      const watched = { deviceKey, slot, rules: own, withinMs, leastChange, firstSeq }
      const changes =
        this.#nextChanges(watched, samples, appended.seq) ?? (await this.#loadedChanges(watched, samples, appended.seq))
      if (changes.size > 0) all = all.size === 0 ? changes : new Map([...all, ...changes])
    }
    return all
  }

  /** Drops all windows: another process has evaluated values meanwhile. */
  clear(): void {
    this.#held.clear()
    this.#numbers = 0
  }

  /** Returns undefined when the window of a series is not held, or samples are not the next ones of it. */
  #nextChanges(watched: Watched, samples: Samples, seq: number): Changes | undefined {
    const { rules, leastChange } = watched
    const key = keyOf(watched)
    const held = this.#take(key)
    if (held?.seq === seq && isSame(held.samples, samples) && knows(held, watched)) return this.#keep(key, held)
    if (!held || !follows(held, watched, samples)) return undefined
    const changes = changesIn(held.window, rules, samples, leastChange)
    return this.#keep(key, { window: held.window, samples, changes, seq, rules, leastChange })
  }

  async #loadedChanges(watched: Watched, samples: Samples, seq: number): Promise<Changes> {
    const { deviceKey, slot, rules, withinMs, leastChange } = watched
    const window = new ChangingWindow(withinMs)
    const [first, last] = [samples.at[0]!, samples.at.at(-1)!]
    // Between samples there may be others, if some of them were evaluated before and come once more.
    const stored = await this.#stored.load(deviceKey, slot, first - withinMs, last + 1)
    const [before, from] = dividedAt(stored, first)
    changesIn(window, rules, before, Infinity)
    const changes = only(changesIn(window, rules, joined(from, samples), leastChange), samples)
    // The next samples may come after values that this window does not have.
    if ((await this.#stored.newestAt(deviceKey, slot)) > last) return changes
    return this.#keep(keyOf(watched), { window, samples, changes, seq, rules, leastChange })
  }

  #take(key: string): Held | undefined {
    const held = this.#held.get(key)
    if (!held) return undefined
    this.#held.delete(key)
    this.#numbers -= sizeOf(held)
    return held
  }

  #keep(key: string, held: Held): Changes {
    this.#held.set(key, held)
    this.#numbers += sizeOf(held)
    for (const [oldestKey] of this.#held) {
      if (this.#held.size <= this.#windowsMax && this.#numbers <= this.#numbersMax) break
      this.#take(oldestKey)
    }
    return held.changes
  }
}

/** Returns whether what was found for some rules is what others ask for. */
function knows({ rules, leastChange }: Held, asked: Watched): boolean {
  if (rules === asked.rules) return true
  const known = new Set(rules.map(({ ruleId }) => ruleId))
  return asked.leastChange >= leastChange && asked.rules.every(({ ruleId }) => known.has(ruleId))
}

/** Returns whether samples are the next values of a window that is long enough. A rule that was there says that none is missing. */
function follows({ window, seq }: Held, { firstSeq, withinMs }: Watched, { at }: Samples): boolean {
  return at[0]! > window.lastAt && withinMs <= window.withinMs && firstSeq <= seq
}

function keyOf({ deviceKey, slot }: Watched): string {
  return `${deviceKey} ${slot}`
}

/**
 * Takes samples into a window. Returns the changes with each of them that is no missing sensor, by rule, from the first one
 * on that is not less than `leastChange`.
 */
function changesIn(
  window: ChangingWindow,
  rules: readonly EvaluatedRule[],
  { at, values }: Samples,
  leastChange: number,
): Changes {
  const changes = new Map<string, { readonly at: number[]; readonly values: number[] }>()
  for (let index = 0; index < at.length; index++) {
    const value = values[index]!
    if (isMissing(rules[0]!.metric, value)) continue
    window.add(at[index]!, value)
    if (changes.size === 0 && window.change() < leastChange) continue
    for (const rule of rules) {
      let own = changes.get(rule.ruleId)
      if (!own) changes.set(rule.ruleId, (own = { at: [], values: [] }))
      own.at.push(at[index]!)
      own.values.push(window.change(withinMsOf(rule)))
    }
  }
  return changes
}

/** Divides samples into those before a time and those from it on. */
function dividedAt({ at, values }: Samples, time: number): [Samples, Samples] {
  const index = at.findIndex((one) => one >= time)
  const place = index < 0 ? at.length : index
  return [
    { at: at.slice(0, place), values: values.slice(0, place) },
    { at: at.slice(place), values: values.slice(place) },
  ]
}

/** Joins samples with others that have most of them. */
function joined(stored: Samples, samples: Samples): Samples {
  const missing = new Map(samples.at.map((at, index) => [at, samples.values[index]!]))
  for (const at of stored.at) missing.delete(at)
  if (missing.size === 0) return stored
  const all = [...stored.at.map((at, index): [number, number] => [at, stored.values[index]!]), ...missing]
  all.sort(([one], [other]) => one - other)
  return { at: all.map(([at]) => at), values: all.map(([, value]) => value) }
}

/** Returns the changes that came with samples, without those of values between them. */
function only(changes: Changes, { at }: Samples): Changes {
  const times = new Set(at)
  return new Map(
    [...changes].map(([ruleId, found]) => {
      const own = found.at.flatMap((time, index) => (times.has(time) ? [index] : []))
      return [ruleId, { at: own.map((index) => found.at[index]!), values: own.map((index) => found.values[index]!) }]
    }),
  )
}

function sizeOf({ window, samples, changes }: Held): number {
  return window.size + 2 * samples.at.length * (1 + changes.size)
}

function isSame(one: Samples, other: Samples): boolean {
  return (
    one.at.length === other.at.length &&
    one.at.every((at, index) => at === other.at[index]) &&
    one.values.every((value, index) => value === other.values[index])
  )
}
