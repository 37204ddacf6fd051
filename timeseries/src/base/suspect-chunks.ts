export interface SuspectChunk {
  readonly deviceKey: number
  readonly fromAt: number
  readonly toAt: number
}

/** More are found again at their next read. */
const MOST = 1000

/** Chunks that readers could not decode, each once, until the compactor examines them. */
export class SuspectChunks {
  readonly #byPlace = new Map<string, SuspectChunk>()

  get size(): number {
    return this.#byPlace.size
  }

  add({ deviceKey, fromAt, toAt }: SuspectChunk): void {
    if (this.#byPlace.size < MOST) this.#byPlace.set(`${deviceKey} ${fromAt}`, { deviceKey, fromAt, toAt })
  }

  take(): SuspectChunk | undefined {
    const [first] = this.#byPlace
    if (!first) return undefined
    this.#byPlace.delete(first[0])
    return first[1]
  }
}
