/** Records what one board has sent and what of it was acknowledged, to compare it with what the server has stored. */
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

  /** Returns the next reading to send, with a unique instant and a value that follows from it. */
  next(now: number): { at: number; temperature: number } {
    this.#last = Math.max(now, this.#last + 1)
    const temperature = ((this.#last % 1200) - 200) / 10
    this.#sent.set(this.#last, temperature)
    return { at: this.#last, temperature }
  }

  acknowledge(at: number): void {
    this.#acknowledged.add(at)
  }

  /** Compares everything that the server has stored of the board with what it sent. */
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
  /** Readings that were acknowledged and are not stored as they were sent. */
  readonly lost: number
  readonly doubled: number
  /** Readings that are stored and were never sent. */
  readonly unknown: number
}
