/** Parts of a limit: beyond the first a source should pause, below the second it may continue. */
export const SATURATED_AT = 0.75
export const DRAINED_AT = 0.5

/** Waiting bytes of one queue or of several. */
export class ByteBudget {
  readonly #capacity: number
  #bytes = 0
  #drained: PromiseWithResolvers<void> | undefined

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get bytes(): number {
    return this.#bytes
  }

  get isSaturated(): boolean {
    return this.#bytes >= this.#capacity * SATURATED_AT
  }

  hasRoomFor(bytes: number): boolean {
    return this.#bytes + bytes <= this.#capacity
  }

  async drained(): Promise<void> {
    if (this.#bytes >= this.#capacity * DRAINED_AT) await (this.#drained ??= Promise.withResolvers()).promise
  }

  add(bytes: number): void {
    this.#bytes += bytes
  }

  remove(bytes: number): void {
    this.#bytes -= bytes
    if (!this.#drained || this.#bytes >= this.#capacity * DRAINED_AT) return
    this.#drained.resolve()
    this.#drained = undefined
  }
}
