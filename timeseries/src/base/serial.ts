/** Runs operations one after the other, in the order of the calls. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs an operation when all earlier ones have ended. Resolves and rejects as it does. */
  run<T>(operation: () => Promise<T>): Promise<T> {
    const result = this.#last.then(operation)
    this.#last = result.then(
      () => undefined,
      () => undefined,
    )
    return result
  }
}
