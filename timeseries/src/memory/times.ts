/** The times of a device's values, and the slots that have one at each of them. */
export class Times {
  readonly #slotsAt = new Map<number, readonly number[]>()
  /** Most messages of a device have the same slots: they share one list. */
  #last: readonly number[] = []

  /** Adds the first `count` of slots, none of which has a value at that time. */
  add(at: number, slots: ArrayLike<number>, count = slots.length): void {
    const known = this.#slotsAt.get(at)
    const added = this.#shared(slots, count)
    this.#slotsAt.set(at, known ? [...known, ...added] : added)
  }

  /** Returns the slots that have a value at a time. */
  slotsAt(at: number): readonly number[] {
    return this.#slotsAt.get(at) ?? NO_SLOTS
  }

  /** Returns the first time after another one; Infinity when there is none. */
  firstAfter(at: number): number {
    let first = Infinity
    for (const time of this.#slotsAt.keys()) if (time > at && time < first) first = time
    return first
  }

  #shared(slots: ArrayLike<number>, count: number): readonly number[] {
    let isSame = this.#last.length === count
    for (let index = 0; isSame && index < count; index++) isSame = this.#last[index] === slots[index]
    if (!isSame) this.#last = Array.from({ length: count }, (_, index) => slots[index]!)
    return this.#last
  }
}

const NO_SLOTS: readonly number[] = []

/**
 * A span of time, without its ends, in which a device has no values in the log or in chunks. A backfill in order of time
 * needs no lookup in it. What only removes values leaves it as true as before.
 */
export class FreeSpan {
  #after: number
  readonly #before: number

  constructor(after: number, before: number) {
    this.#after = after
    this.#before = before
  }

  has(at: number): boolean {
    return at > this.#after && at < this.#before
  }

  /** Ends the part of it up to a time at which the device may have a value now. */
  beginAfter(at: number): void {
    this.#after = at
  }
}
