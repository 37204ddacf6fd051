import { ByteReader } from './bytes.ts'

/** The furthest that a decoder may read beyond damaged bytes: the largest block of residuals and a word. */
const READ_AHEAD = 2048

/** Reads a copy of the bytes with zeros behind it, so that bits need no check for the end. */
export class PaddedReader extends ByteReader {
  view = new DataView(new ArrayBuffer(READ_AHEAD))
  #copy = new Uint8Array(this.view.buffer)

  copy(bytes: Uint8Array): this {
    const needed = bytes.length + READ_AHEAD
    if (this.#copy.length < needed) {
      this.view = new DataView(new ArrayBuffer(needed * 2))
      this.#copy = new Uint8Array(this.view.buffer)
    }
    this.#copy.set(bytes)
    this.#copy.fill(0, bytes.length, needed)
    return this.open(this.#copy, 0, bytes.length)
  }

  within(start: number, length: number): this {
    this.position = start
    this.end = start + length
    return this
  }
}
