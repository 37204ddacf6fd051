import type { ByteWriter } from './bytes.ts'

/** The most bits of one call: 7 may be waiting for a whole byte. */
export const MOST_AT_ONCE = 24

/** Writes numbers of any length in bits. They fill bytes from the lowest bit on. */
export class BitWriter {
  #bytes: Uint8Array = new Uint8Array(0)
  #position = 0
  #waiting = 0
  #bits = 0

  begin({ bytes, position }: ByteWriter): void {
    this.#bytes = bytes
    this.#position = position
    this.#waiting = 0
    this.#bits = 0
  }

  put(number: number, count: number): void {
    let waiting = this.#waiting | (number << this.#bits)
    let bits = this.#bits + count
    for (; bits >= 8; bits -= 8) {
      this.#bytes[this.#position++] = waiting
      waiting >>>= 8
    }
    this.#waiting = waiting
    this.#bits = bits
  }

  end(): number {
    if (this.#bits > 0) this.#bytes[this.#position++] = this.#waiting
    return this.#position
  }
}
