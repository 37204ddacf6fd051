/** Asks for the last seq of a log. Those who ask at the same time share a question. */
export class HeadQuestion {
  readonly #ask: () => Promise<number>
  #asked: Promise<number> | undefined
  #next: Promise<number> | undefined

  constructor(ask: () => Promise<number>) {
    this.#ask = ask
  }

  /** Resolves with what was the last seq at the time of the call, or later. */
  head(): Promise<number> {
    if (!this.#asked) return this.#begin()
    // The answer under way may be older than what the caller wants to see.
    this.#next ??= this.#asked.then(
      () => this.#begin(),
      () => this.#begin(),
    )
    return this.#next
  }

  #begin(): Promise<number> {
    const asked = this.#ask().finally(() => {
      if (this.#asked === asked) this.#asked = undefined
    })
    this.#next = undefined
    this.#asked = asked
    return asked
  }
}
