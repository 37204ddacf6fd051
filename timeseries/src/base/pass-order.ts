/** How many keys are read and sorted in one step. All of 100,000 would hold the thread for ten milliseconds and more. */
const PIECE = 8192

/** The keys of devices in ascending order, sorted step by step: pieces first, which are merged as far as they are read. */
export class PassOrder {
  /** How many keys there are. */
  length: number
  #unread: Iterator<number> | undefined
  readonly #pieces: Array<{ readonly keys: Float64Array; next: number }> = []
  readonly #merged: Float64Array
  #count = 0

  /** @param devices may lose devices until all its keys are read */
  constructor(devices: ReadonlyMap<number, unknown> = new Map()) {
    this.length = devices.size
    if (devices.size > 0) this.#unread = devices.keys()
    this.#merged = new Float64Array(devices.size)
  }

  /** Reads and sorts the next keys. Returns false when all are read, so that `at` can be called. */
  prepare(): boolean {
    if (!this.#unread) return false
    const keys: number[] = []
    while (keys.length < PIECE) {
      const next = this.#unread.next()
      if (next.done) {
        this.#unread = undefined
        break
      }
      keys.push(next.value)
    }
    this.#pieces.push({ keys: new Float64Array(keys).sort(), next: 0 })
    if (!this.#unread) this.length = this.#pieces.reduce((sum, piece) => sum + piece.keys.length, 0)
    return true
  }

  /** Returns the key that is at a place in ascending order. */
  at(index: number): number {
    while (this.#count <= index) {
      let lowest = this.#pieces[0]!
      for (const piece of this.#pieces)
        if ((piece.keys[piece.next] ?? Infinity) < (lowest.keys[lowest.next] ?? Infinity)) lowest = piece
      this.#merged[this.#count++] = lowest.keys[lowest.next++]!
    }
    return this.#merged[index]!
  }
}
