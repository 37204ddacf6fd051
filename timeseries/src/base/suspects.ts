/** A chunk, or a coarse summary, that a reader could not read. It is left out of what was read, and examined later. */
export interface Suspect {
  readonly deviceKey: number
  readonly fromAt: number
  readonly toAt: number
}

/** More are found again when they are read again. */
const MOST = 1000

/** The chunks that readers could not read, each once, until the compactor examines them. */
export class Suspects {
  readonly #byPlace = new Map<string, Suspect>()

  get size(): number {
    return this.#byPlace.size
  }

  add({ deviceKey, fromAt, toAt }: Suspect): void {
    if (this.#byPlace.size < MOST) this.#byPlace.set(`${deviceKey} ${fromAt}`, { deviceKey, fromAt, toAt })
  }

  /** Removes the first one and returns it. */
  take(): Suspect | undefined {
    const [first] = this.#byPlace
    if (!first) return undefined
    this.#byPlace.delete(first[0])
    return first[1]
  }
}
