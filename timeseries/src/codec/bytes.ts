export class CorruptBytesError extends Error {
  override name = 'CorruptBytesError'
}

/** Milliseconds since 1970, up to the year 10889. */
export const INSTANT_BYTES = 6
export const VARINT_BYTES = 8
const LAST_BYTE_AT_MOST = 15
const TWO_31 = 2 ** 31
const TWO_32 = 2 ** 32

const EMPTY = new Uint8Array(0)
/** Converts between a double and its bytes without a DataView for each buffer. */
const double = new Float64Array(1)
const doubleBytes = new Uint8Array(double.buffer)

/** Maps a signed whole number, |n| ≤ 2^52, to one that is not negative. Numbers near 0 stay small. */
export function zigzag(n: number): number {
  return n < 0 ? -2 * n - 1 : 2 * n
}

export function unzigzag(n: number): number {
  if (n < TWO_31) return (n >>> 1) ^ -(n & 1)
  const half = Math.floor(n / 2)
  return n - 2 * half === 0 ? half : -half - 1
}

export function finite(value: number): number {
  if (!Number.isFinite(value)) throw new CorruptBytesError('A value is not finite.')
  return value
}

/** Writes numbers into bytes, little endian. Only a writer made by `scratch()` grows; others need enough room. */
export class ByteWriter {
  bytes: Uint8Array = EMPTY
  position = 0

  into(bytes: Uint8Array, position: number): this {
    this.bytes = bytes
    this.position = position
    return this
  }

  reserve(count: number): void {
    const needed = this.position + count
    if (needed <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2))
    larger.set(this.bytes.subarray(0, this.position))
    this.bytes = larger
  }

  u8(n: number): void {
    this.bytes[this.position++] = n
  }

  u32(n: number): void {
    for (let shift = 0; shift < 32; shift += 8) this.bytes[this.position++] = n >>> shift
  }

  /** Writes a whole number up to 2^53 − 1 in groups of seven bits, the lowest first. */
  varint(n: number): void {
    let rest = n
    for (; rest >= TWO_32; rest = Math.floor(rest / 128)) this.bytes[this.position++] = (rest % 128) | 128
    for (rest >>>= 0; rest > 127; rest >>>= 7) this.bytes[this.position++] = (rest & 127) | 128
    this.bytes[this.position++] = rest
  }

  instant(at: number): void {
    const low = at % TWO_32
    this.u32(low)
    const high = (at - low) / TWO_32
    this.bytes[this.position++] = high
    this.bytes[this.position++] = high >>> 8
  }

  f64(value: number): void {
    double[0] = value
    this.bytes.set(doubleBytes, this.position)
    this.position += 8
  }

  append(bytes: Uint8Array): void {
    this.bytes.set(bytes, this.position)
    this.position += bytes.length
  }

  copyFrom(start: number): Uint8Array {
    return this.bytes.slice(start, this.position)
  }
}

/** Reads numbers of a ByteWriter. Throws a CorruptBytesError instead of reading beyond `end`. */
export class ByteReader {
  bytes: Uint8Array = EMPTY
  position = 0
  end = 0

  open(bytes: Uint8Array, position = 0, end = bytes.length): this {
    this.bytes = bytes
    this.position = position
    this.end = end
    return this
  }

  skip(count: number): number {
    const start = this.position
    if (count > this.end - start) throw new CorruptBytesError('The bytes end too early.')
    this.position = start + count
    return start
  }

  after(position: number, read: (reader: this) => void): number {
    this.position = position
    read(this)
    return this.position
  }

  u8(): number {
    return this.bytes[this.skip(1)]!
  }

  u32(): number {
    const start = this.skip(4)
    const { bytes } = this
    return (bytes[start]! | (bytes[start + 1]! << 8) | (bytes[start + 2]! << 16) | (bytes[start + 3]! << 24)) >>> 0
  }

  varint(): number {
    const { bytes, end } = this
    let position = this.position
    let result = 0
    // Up to 28 bits need no arithmetic of doubles.
    for (let shift = 0; shift < 28 && position < end; shift += 7) {
      const byte = bytes[position++]!
      result |= (byte & 127) << shift
      if (byte > 127) continue
      this.position = position
      return result
    }
    return this.#longVarint(result, position)
  }

  #longVarint(low: number, start: number): number {
    let position = start
    let result = low
    for (let scale = 2 ** 28; scale <= 2 ** 49 && position < this.end; scale *= 128) {
      const byte = this.bytes[position++]!
      result += (byte & 127) * scale
      if (byte > 127) continue
      if (result > Number.MAX_SAFE_INTEGER) break
      this.position = position
      return result
    }
    throw new CorruptBytesError('A number has no end.')
  }

  /** Skips a varint without computing it. Throws where `varint` would. Returns its first byte. */
  skipVarint(): number {
    const { bytes } = this
    const start = this.position
    const end = Math.min(this.end, start + VARINT_BYTES)
    for (let position = start; position < end; position++) {
      const byte = bytes[position]!
      if (byte > 127) continue
      if (position - start === VARINT_BYTES - 1 && byte > LAST_BYTE_AT_MOST) break
      this.position = position + 1
      return bytes[start]!
    }
    throw new CorruptBytesError('A number has no end.')
  }

  /** Reads a varint up to `most`, which bounds the memory that the caller allocates. */
  count(most: number, what: string): number {
    const count = this.varint()
    if (count > most) throw new CorruptBytesError(`There can't be ${count} ${what}.`)
    return count
  }

  instant(): number {
    const low = this.u32()
    const start = this.skip(2)
    return low + (this.bytes[start]! | (this.bytes[start + 1]! << 8)) * TWO_32
  }

  f64(): number {
    const start = this.skip(8)
    for (let index = 0; index < 8; index++) doubleBytes[index] = this.bytes[start + index]!
    return finite(double[0]!)
  }

  version(known: number): void {
    const version = this.u8()
    if (version !== known) throw new CorruptBytesError(`The version ${version} is not known.`)
  }
}
