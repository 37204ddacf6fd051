import { CorruptBytesError, unzigzag, zigzag, type ByteWriter } from './bytes.ts'
import type { PaddedReader } from './padded-reader.ts'

/**
 * Rice coding of signed whole numbers near 0. Each block begins at a byte: the number k of low bits, then for each
 * number in zigzag its high part in unary and its k low bits. Bits fill bytes from the lowest on.
 */
const BLOCK = 128
const ALL_ZERO = 31
const MOST_LOW_BITS = 30
/** This many ones announce the whole number. */
const ESCAPE = 20
const ESCAPE_ONES = (1 << ESCAPE) - 1
const ESCAPE_BITS = 54
const PIECE = 18
const PIECE_SIZE = 2 ** PIECE
const MOST_RESIDUAL = 2 ** 53
/** Up to here a number has at most 31 bits (20 · 2^24 < 2^31), and its low part lies within one word. */
const NARROW_BITS = 24
const BLOCK_BYTES_AT_MOST = 1 + Math.ceil((BLOCK * (ESCAPE + ESCAPE_BITS)) / 8)

export function residualBytesAtMost(count: number): number {
  return Math.ceil(count / BLOCK) * BLOCK_BYTES_AT_MOST
}

/** Bounds the memory that damaged bytes can ask for. */
export function residualBytesAtLeast(count: number): number {
  return Math.ceil(count / BLOCK)
}

/** The most bits of one call: 7 may be waiting for a whole byte. */
const MOST_AT_ONCE = 24

/** Writes numbers of any length in bits. They fill bytes from the lowest bit on. */
class BitWriter {
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

const folded = new Float64Array(BLOCK)
const bits = new BitWriter()

/**
 * Writes `count` residuals from `from` on, each between −2^52 and 2^52. The writer has room for `residualBytesAtMost`.
 */
export function encodeResiduals(writer: ByteWriter, residuals: Float64Array, from: number, count: number): void {
  for (let start = from; start < from + count; start += BLOCK) {
    const size = Math.min(BLOCK, from + count - start)
    let sum = 0
    for (let index = 0; index < size; index++) {
      const number = zigzag(residuals[start + index]!)
      folded[index] = number
      sum += number
    }
    if (sum === 0) writer.u8(ALL_ZERO)
    else encodeBlock(writer, size, lowBits(size, sum))
  }
}

export function residualCost(residuals: Float64Array, from: number, count: number): number {
  let total = 0
  for (let start = from; start < from + count; start += BLOCK) {
    const size = Math.min(BLOCK, from + count - start)
    let sum = 0
    for (let index = start; index < start + size; index++) sum += Math.abs(residuals[index]!)
    const k = lowBitsOfMean((2 * sum) / size)
    total += sum === 0 ? 8 : 8 + size * (k + 1) + (2 * sum) / 2 ** k
  }
  return total
}

function lowBits(size: number, sum: number): number {
  const k = lowBitsOfMean(sum / size)
  if (k === MOST_LOW_BITS) return k
  let difference = size
  const [scale, larger] = [2 ** k, 2 ** (k + 1)]
  for (let index = 0; index < size; index++) {
    const number = folded[index]!
    difference += highBits(Math.floor(number / larger)) - highBits(Math.floor(number / scale))
  }
  return difference < 0 ? k + 1 : k
}

function lowBitsOfMean(mean: number): number {
  return Math.min(Math.max(Math.floor(Math.log2(mean * 0.69)), 0), MOST_LOW_BITS)
}

function highBits(high: number): number {
  return high < ESCAPE ? high : ESCAPE_BITS + ESCAPE
}

function encodeBlock(writer: ByteWriter, size: number, k: number): void {
  const scale = 2 ** k
  writer.u8(k)
  bits.begin(writer)
  for (let index = 0; index < size; index++) {
    const number = folded[index]!
    const high = Math.floor(number / scale)
    const low = number - high * scale
    if (high >= ESCAPE) putWhole(number)
    else if (high + 1 + k <= MOST_AT_ONCE) bits.put(((1 << high) - 1) | (low << (high + 1)), high + 1 + k)
    else putWide(high, low, k)
  }
  writer.position = bits.end()
}

function putWide(high: number, low: number, k: number): void {
  bits.put((1 << high) - 1, high + 1)
  bits.put(low & 0xffff, Math.min(k, 16))
  if (k > 16) bits.put(low >>> 16, k - 16)
}

function putWhole(number: number): void {
  bits.put(ESCAPE_ONES, ESCAPE)
  let rest = number
  for (let piece = 0; piece < ESCAPE_BITS; piece += PIECE) {
    bits.put(rest % PIECE_SIZE, PIECE)
    rest = Math.floor(rest / PIECE_SIZE)
  }
}

/**
 * Reads `count` residuals into `into`. The reader has READ_AHEAD bytes behind its end, so that no step checks for it.
 */
export function decodeResiduals(reader: PaddedReader, into: Float64Array, from: number, count: number): void {
  for (let start = from; start < from + count; start += BLOCK) {
    const end = Math.min(start + BLOCK, from + count)
    const k = reader.u8()
    if (k === ALL_ZERO) into.fill(0, start, end)
    else if (k <= NARROW_BITS) decodeNarrow(reader, k, into, { start, end })
    else if (k <= MOST_LOW_BITS) decodeWide(reader, k, into, { start, end })
    else throw new CorruptBytesError(`A block can't have ${k} low bits.`)
  }
}

interface Block {
  readonly start: number
  readonly end: number
}

function decodeNarrow(reader: PaddedReader, k: number, into: Float64Array, { start, end }: Block): void {
  const { view } = reader
  const mask = (1 << k) - 1
  let bit = reader.position * 8
  for (let index = start; index < end; index++) {
    // At least 25 bits.
    let word = view.getUint32(bit >>> 3, true) >>> (bit & 7)
    if ((word & ESCAPE_ONES) === ESCAPE_ONES) {
      into[index] = unzigzag(wholeAt(view, bit + ESCAPE))
      bit += ESCAPE + ESCAPE_BITS
      continue
    }
    const high = onesOf(word)
    bit += high + 1
    word = high + k < 25 ? word >>> (high + 1) : view.getUint32(bit >>> 3, true) >>> (bit & 7)
    const number = (high << k) + (word & mask)
    into[index] = (number >>> 1) ^ -(number & 1)
    bit += k
  }
  reader.skip(((bit + 7) >>> 3) - reader.position)
}

function decodeWide(reader: PaddedReader, k: number, into: Float64Array, { start, end }: Block): void {
  const { view } = reader
  const scale = 2 ** k
  let bit = reader.position * 8
  for (let index = start; index < end; index++) {
    const word = view.getUint32(bit >>> 3, true) >>> (bit & 7)
    const high = onesOf(word)
    if ((word & ESCAPE_ONES) === ESCAPE_ONES) {
      into[index] = unzigzag(wholeAt(view, bit + ESCAPE))
      bit += ESCAPE + ESCAPE_BITS
    } else {
      into[index] = unzigzag(high * scale + lowBitsAt(view, bit + high + 1, k))
      bit += high + 1 + k
    }
  }
  reader.skip(((bit + 7) >>> 3) - reader.position)
}

function onesOf(word: number): number {
  return 31 - Math.clz32(~word & (word + 1))
}

function lowBitsAt(view: DataView, bit: number, count: number): number {
  if (count <= 16) return bitsAt(view, bit, count)
  return bitsAt(view, bit, 16) + bitsAt(view, bit + 16, count - 16) * 2 ** 16
}

function wholeAt(view: DataView, bit: number): number {
  const number =
    bitsAt(view, bit, PIECE) +
    bitsAt(view, bit + PIECE, PIECE) * PIECE_SIZE +
    bitsAt(view, bit + 2 * PIECE, PIECE) * PIECE_SIZE ** 2
  if (number > MOST_RESIDUAL) throw new CorruptBytesError('A residual is too large.')
  return number
}

/** Reads at most 25 bits. */
function bitsAt(view: DataView, bit: number, count: number): number {
  return (view.getUint32(bit >>> 3, true) >>> (bit & 7)) & ((1 << count) - 1)
}
