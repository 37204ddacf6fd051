/** Keys sorted in one step. Sorting 100,000 at once would hold the thread for more than ten milliseconds. */
const PIECE = 8192

/** Keys of devices in ascending order, sorted piece by piece, and merged as far as they are read. */
export class PassOrder {
  length: number
  #unread: Iterator<number> | undefined
  readonly #pieces: Array<{ readonly keys: Float64Array; next: number }> = []
  readonly #merged: Float64Array
  #count = 0

  constructor(devices: ReadonlyMap<number, unknown> = new Map()) {
    this.length = devices.size
    if (devices.size > 0) this.#unread = devices.keys()
    this.#merged = new Float64Array(devices.size)
  }

  /** Sorts the next piece. Returns false once `at` can be called. */
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
