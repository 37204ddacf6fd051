export class Serial {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(operation: () => Promise<T>): Promise<T> {
    const result = this.#last.then(operation)
    this.#last = result.then(
      () => undefined,
      () => undefined,
    )
    return result
  }
}
