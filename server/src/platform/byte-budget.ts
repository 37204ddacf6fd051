/** Parts of a limit: from the one on a source should pause, below the other it goes on. What it sends meanwhile has room. */
export const SATURATED_AT = 0.75
export const DRAINED_AT = 0.5

/** Bytes that may wait at once, in one queue or in several. */
export class ByteBudget {
  readonly #most: number
  #bytes = 0
  #drained: PromiseWithResolvers<void> | undefined

  constructor(most: number) {
    this.#most = most
  }

  get bytes(): number {
    return this.#bytes
  }

  get isSaturated(): boolean {
    return this.#bytes >= this.#most * SATURATED_AT
  }

  hasRoomFor(bytes: number): boolean {
    return this.#bytes + bytes <= this.#most
  }

  /** Resolves when there is room again. */
  async drained(): Promise<void> {
    if (this.#bytes >= this.#most * DRAINED_AT) await (this.#drained ??= Promise.withResolvers()).promise
  }

  add(bytes: number): void {
    this.#bytes += bytes
  }

  remove(bytes: number): void {
    this.#bytes -= bytes
    if (!this.#drained || this.#bytes >= this.#most * DRAINED_AT) return
    this.#drained.resolve()
    this.#drained = undefined
  }
}
