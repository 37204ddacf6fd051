/** A chunk, or a coarse summary, that a reader could not read. It is left out of what was read, and examined later. */
export interface SuspectChunk {
  readonly deviceKey: number
  readonly fromAt: number
  readonly toAt: number
}

/** More are found again when they are read again. */
const MOST = 1000

/** The chunks that readers could not read, each once, until the compactor examines them. */
export class SuspectChunks {
  readonly #byPlace = new Map<string, SuspectChunk>()

  get size(): number {
    return this.#byPlace.size
  }

  add({ deviceKey, fromAt, toAt }: SuspectChunk): void {
    if (this.#byPlace.size < MOST) this.#byPlace.set(`${deviceKey} ${fromAt}`, { deviceKey, fromAt, toAt })
  }

  /** Removes the first one and returns it. */
  take(): SuspectChunk | undefined {
    const [first] = this.#byPlace
    if (!first) return undefined
    this.#byPlace.delete(first[0])
    return first[1]
  }
}
