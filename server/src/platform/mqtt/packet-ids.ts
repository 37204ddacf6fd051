/** Packet ids: 1 to 65,535. */
const BYTES = 0x10000 / 8

/** A set of packet ids as a bitmap of 8 KB, allocated with the first id. */
export class PacketIds {
  #bits: Uint8Array | undefined
  #size = 0

  get size(): number {
    return this.#size
  }

  has(id: number): boolean {
    return this.#bits !== undefined && (this.#bits[id >> 3]! & (1 << (id & 7))) !== 0
  }

  add(id: number): void {
    if (this.has(id)) return
    const bits = (this.#bits ??= new Uint8Array(BYTES))
    bits[id >> 3]! |= 1 << (id & 7)
    this.#size++
  }

  delete(id: number): boolean {
    if (!this.#bits || !this.has(id)) return false
    this.#bits[id >> 3]! &= ~(1 << (id & 7))
    this.#size--
    return true
  }
}
