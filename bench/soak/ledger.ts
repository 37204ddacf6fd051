/** What one board has sent, what of it was acknowledged, and in the end what is there. */
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

  /** The next reading to send, at an instant of its own and with a value that belongs to it. */
  next(now: number): { at: number; temperature: number } {
    this.#last = Math.max(now, this.#last + 1)
    const temperature = ((this.#last % 1200) - 200) / 10
    this.#sent.set(this.#last, temperature)
    return { at: this.#last, temperature }
  }

  acknowledge(at: number): void {
    this.#acknowledged.add(at)
  }

  /** Compares with everything the server has of the board. */
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
  /** Acknowledged, and not there as it was sent. */
  readonly lost: number
  readonly doubled: number
  /** There, and sent by nobody. */
  readonly unknown: number
}
