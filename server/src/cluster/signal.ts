/** Passes values on to listeners that may be added after its source was opened. */
export class Signal<Value> {
  readonly #listeners: Array<(value: Value) => void> = []

  listen(listener: (value: Value) => void): void {
    this.#listeners.push(listener)
  }

  readonly emit = (value: Value): void => {
    for (const listener of this.#listeners) listener(value)
  }
}
