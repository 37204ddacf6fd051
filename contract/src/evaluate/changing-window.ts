import { MINUTE_MS } from '../durations.ts'

/** Returns how long before a value a rule looks for changes, in milliseconds. */
export function withinMsOf({ withinMinutes }: { readonly withinMinutes: number | null }): number {
  return (withinMinutes ?? 1) * MINUTE_MS
}

/**
 * The lowest and the highest of the last minutes of a series, also of fewer minutes. Each value is added and dropped
 * once, for a constant cost per value.
 */
export class ChangingWindow {
  readonly withinMs: number
  readonly #lowest = new Extremes(-1)
  readonly #highest = new Extremes(1)
  #lastAt = -Infinity

  constructor(withinMs: number) {
    this.withinMs = withinMs
  }

  /** The time of the newest value. */
  get lastAt(): number {
    return this.#lastAt
  }

  /** How many numbers are held. */
  get size(): number {
    return 2 * (this.#lowest.size + this.#highest.size)
  }

  /** Takes the next value. */
  add(at: number, value: number): void {
    this.#lastAt = at
    this.#highest.add(at, value, at - this.withinMs)
    this.#lowest.add(at, value, at - this.withinMs)
  }

  /** Returns the change within a span before the newest value, ends included. */
  change(withinMs = this.withinMs): number {
    const from = this.#lastAt - withinMs
    return this.#highest.since(from) - this.#lowest.since(from)
  }
}

/** Dropped from the front in pieces, since to move what is behind them each time would cost more. */
const PIECE = 1024

/** The values that are the most extreme ones since some time: each is more extreme than all behind it. */
class Extremes {
  readonly #sign: 1 | -1
  readonly #at: number[] = []
  readonly #values: number[] = []
  /** Held are the values from `#first` to before `#end`; the arrays may be longer, by values that were dropped. */
  #first = 0
  #end = 0

  constructor(sign: 1 | -1) {
    this.#sign = sign
  }

  get size(): number {
    return this.#at.length
  }

  /** Takes a value, and drops those from before `from`. */
  add(at: number, value: number, from: number): void {
    const [times, values, sign] = [this.#at, this.#values, this.#sign]
    let [first, end] = [this.#first, this.#end]
    while (end > first && (value - values[end - 1]!) * sign >= 0) end--
    times[end] = at
    values[end++] = value
    while (times[first]! < from) first++
    this.#first = first
    this.#end = end
    if (first >= PIECE) this.#dropFront()
  }

  #dropFront(): void {
    for (const list of [this.#at, this.#values]) {
      list.length = this.#end
      list.splice(0, this.#first)
    }
    this.#end -= this.#first
    this.#first = 0
  }

  /** Returns the most extreme value from an instant on, which is not after the newest value. */
  since(from: number): number {
    let [low, high] = [this.#first, this.#end - 1]
    if (this.#at[low]! >= from) return this.#values[low]!
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#at[middle]! < from) low = middle + 1
      else high = middle
    }
    return this.#values[low]!
  }
}
