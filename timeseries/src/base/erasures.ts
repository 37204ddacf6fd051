/** Values that are being removed: of one slot of a device, or of all. */
export interface Erasure {
  readonly deviceKey: number
  readonly slot: number
  /** Entries up to this one are erased; later ones are not. */
  readonly uptoSeq: number
}

/** In place of a slot: all of them. */
export const ALL_SLOTS = -1

/** The erasures that are not finished, in memory. */
export class Erasures {
  readonly #byDevice = new Map<number, Erasure[]>()

  add(erasure: Erasure): void {
    const others = (this.#byDevice.get(erasure.deviceKey) ?? []).filter(({ slot }) => slot !== erasure.slot)
    this.#byDevice.set(erasure.deviceKey, [...others, erasure])
  }

  remove({ deviceKey, slot }: Erasure): void {
    const others = (this.#byDevice.get(deviceKey) ?? []).filter((one) => one.slot !== slot)
    if (others.length > 0) this.#byDevice.set(deviceKey, others)
    else this.#byDevice.delete(deviceKey)
  }

  /** Puts erasures in place of those that are known. Returns the devices whose erasures are others now. */
  replace(erasures: readonly Erasure[]): number[] {
    const nameOf = (own: readonly Erasure[] = []) => own.map(({ slot, uptoSeq }) => `${slot} ${uptoSeq}`).join()
    const before = new Map(this.#byDevice)
    this.#byDevice.clear()
    for (const erasure of erasures) this.add(erasure)
    const devices = new Set([...before.keys(), ...this.#byDevice.keys()])
    return [...devices].filter((one) => nameOf(before.get(one)) !== nameOf(this.#byDevice.get(one)))
  }

  get first(): Erasure | undefined {
    return this.#byDevice.values().next().value?.[0]
  }

  /** Returns whether the chunks of a device are to be removed, and hidden until then. */
  hidesChunks(deviceKey: number): boolean {
    return this.#byDevice.get(deviceKey)?.some(({ slot }) => slot === ALL_SLOTS) ?? false
  }

  /** Returns whether a value of the log is erased. Those of a whole device are excluded by its marker. */
  has(deviceKey: number, slot: number, seq: number): boolean {
    return this.#byDevice.get(deviceKey)?.some((one) => one.slot === slot && seq <= one.uptoSeq) ?? false
  }

  hasAny(deviceKey: number): boolean {
    return this.#byDevice.has(deviceKey)
  }
}
