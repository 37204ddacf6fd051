export class Times {
  readonly #slotsAt = new Map<number, readonly number[]>()
  /** Most messages of a device have the same slots, and share one list. */
  #last: readonly number[] = []

  /** Adds the first `count` of slots. None has a value at that time yet. */
  add(at: number, slots: ArrayLike<number>, count = slots.length): void {
    const known = this.#slotsAt.get(at)
    const added = this.#shared(slots, count)
    this.#slotsAt.set(at, known ? [...known, ...added] : added)
  }

  slotsAt(at: number): readonly number[] {
    return this.#slotsAt.get(at) ?? NO_SLOTS
  }

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
 * An open interval without values of a device in log and chunks: a backfill in time order needs no lookup in it.
 * Removals leave it valid.
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

  beginAfter(at: number): void {
    this.#after = at
  }
}
