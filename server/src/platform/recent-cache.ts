/** Values used since the last rotation survive the next one, whatever else was added. */
export class RecentCache<Key, Value extends object | string | number> {
  readonly #generationSize: number
  #recent = new Map<Key, Value>()
  #previous = new Map<Key, Value>()

  constructor(capacity: number) {
    this.#generationSize = Math.ceil(capacity / 2)
  }

  get(key: Key): Value | undefined {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const previous = this.#previous.get(key)
    if (previous !== undefined) this.set(key, previous)
    return previous
  }

  set(key: Key, value: Value): void {
    if (this.#recent.size >= this.#generationSize) {
      this.#previous = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, value)
  }
}
