/** Values that are being removed: of one slot of a device, or of all. */
export interface Erasure {
  readonly deviceKey: number
  readonly slot: number
  readonly uptoSeq: number
}

export const ALL_SLOTS = -1

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

  /** Replaces the known erasures. Returns the devices whose erasures changed. */
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

  hidesChunks(deviceKey: number): boolean {
    return this.#byDevice.get(deviceKey)?.some(({ slot }) => slot === ALL_SLOTS) ?? false
  }

  /** Returns whether a value of the log is erased. The marker excludes those of a whole device. */
  has(deviceKey: number, slot: number, seq: number): boolean {
    return this.#byDevice.get(deviceKey)?.some((one) => one.slot === slot && seq <= one.uptoSeq) ?? false
  }

  hasAny(deviceKey: number): boolean {
    return this.#byDevice.has(deviceKey)
  }
}
