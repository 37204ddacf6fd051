/** Records the sent and acknowledged readings of a board, to compare them with the stored ones. */
export class Ledger {
  readonly deviceId: string
  readonly #sent = new Map<number, number>()
  readonly #acknowledged = new Set<number>()
  #last = 0

  constructor(deviceId: string) {
    this.deviceId = deviceId
  }

  get acknowledged(): number {
    return this.#acknowledged.size
  }

  /** Returns the next reading, with a unique instant and a value that follows from it. */
  next(now: number): { at: number; temperature: number } {
    this.#last = Math.max(now, this.#last + 1)
    const temperature = ((this.#last % 1200) - 200) / 10
    this.#sent.set(this.#last, temperature)
    return { at: this.#last, temperature }
  }

  acknowledge(at: number): void {
    this.#acknowledged.add(at)
  }

  compare(stored: ReadonlyArray<{ at: number; temperature: number | null }>): Comparison {
    const times = new Set(stored.map(({ at }) => at))
    const isRight = new Set(
      stored.filter(({ at, temperature }) => this.#sent.get(at) === temperature).map(({ at }) => at),
    )
    return {
      lost: [...this.#acknowledged].filter((at) => !isRight.has(at)).length,
      doubled: stored.length - times.size,
      unknown: [...times].filter((at) => !this.#sent.has(at)).length,
    }
  }
}

export interface Comparison {
  /** Acknowledged readings that are not stored as sent. */
  readonly lost: number
  readonly doubled: number
  /** Stored readings that were never sent. */
  readonly unknown: number
}
