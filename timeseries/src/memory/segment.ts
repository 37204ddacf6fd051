import { Message, readMessage, readMessageHead, readRowStart } from '../codec/log-row.ts'
import type { Limits } from '../base/limits.ts'

/** Messages whose places are kept in one array; a longer list grows by further arrays, without a copy. */
const PAGE_BITS = 16
const PAGE = 2 ** PAGE_BITS
const NONE = 0xffffffff

/** The messages of one device in a segment, in the order of the log. */
export interface Chain {
  /** The numbers of its first and last message. */
  first: number
  last: number
  /** How many values they have. */
  values: number
}

/** Bytes for one row that may become part of the segment. */
export interface Reservation {
  readonly bytes: Uint8Array
  readonly offset: number
}

interface Slab {
  readonly bytes: Uint8Array
  /** The place of its first byte in the segment. */
  readonly start: number
}

const head = new Message()
/** The message that `walk` shows: two walks at once would fill it for each other. */
const walked = new Message()

/**
 * Rows of the log in memory: their bytes as they were written, and for each device a chain through its messages. A row
 * becomes part of it only after its commit.
 */
export class Segment {
  /** Bytes of its rows. */
  bytes = 0
  messages = 0
  readonly devices = new Map<number, Chain>()
  /** Devices with so many values that they are compacted at once. */
  readonly crowded = new Set<number>()
  readonly #limits: Limits
  readonly #slabs: Slab[] = []
  /** The end of the rows in the last slab. */
  #end = 0
  /** Of each message its place, and beside it the number of the next message of its device. */
  readonly #links: Uint32Array[] = []
  /** Of each row the seq and the number of its first message. */
  readonly #seqs: number[] = []
  readonly #firsts: number[] = []
  readonly #sizes: number[] = []

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get firstSeq(): number {
    return this.#seqs[0] ?? 0
  }

  get lastSeq(): number {
    return this.#seqs.at(-1) ?? 0
  }

  /** Returns room for a row of at most so many bytes. It stays free until `commit`. */
  reserve(atMost: number): Reservation {
    let slab = this.#slabs.at(-1)
    if (!slab || this.#end + atMost > slab.bytes.length) {
      const bytes = new Uint8Array(Math.max(this.#limits.slabBytes, atMost))
      slab = { bytes, start: slab ? slab.start + slab.bytes.length : 0 }
      this.#slabs.push(slab)
      this.#end = 0
    }
    return { bytes: slab.bytes, offset: this.#end }
  }

  /** Makes the row that was written to the last reservation part of the segment. */
  commit(seq: number, length: number): void {
    const { bytes, start } = this.#slabs.at(-1)!
    const row = bytes.subarray(this.#end, this.#end + length)
    this.#seqs.push(seq)
    this.#firsts.push(this.messages)
    this.#sizes.push(length)
    const { messages, offset } = readRowStart(row)
    let position = offset
    for (let index = 0; index < messages; index++) {
      const place = start + this.#end + position
      position = readMessageHead(row, position, head)
      this.#link(place)
    }
    this.#end += length
    this.bytes += length
  }

  /** Adds a row that is in the log already. */
  add(seq: number, row: Uint8Array): void {
    const { bytes, offset } = this.reserve(row.length)
    bytes.set(row, offset)
    this.commit(seq, row.length)
  }

  #link(place: number): void {
    const number = this.messages++
    const [page, index] = [number >>> PAGE_BITS, number % PAGE]
    if (index === 0) this.#links.push(new Uint32Array(2 * PAGE))
    const links = this.#links[page]!
    links[2 * index] = place
    links[2 * index + 1] = NONE
    const chain = this.devices.get(head.deviceKey)
    if (!chain) {
      this.devices.set(head.deviceKey, { first: number, last: number, values: head.count })
      return
    }
    this.#links[chain.last >>> PAGE_BITS]![2 * (chain.last % PAGE) + 1] = number
    chain.last = number
    chain.values += head.count
    if (chain.values >= this.#limits.hotValues) this.crowded.add(head.deviceKey)
  }

  /**
   * Reads the messages of a device in the order of the log, until `visit` returns false. The message is filled again for
   * each; `number` is its number in the segment.
   */
  walk(deviceKey: number, visit: (message: Message, seq: number, number: number) => boolean): void {
    const chain = this.devices.get(deviceKey)
    if (!chain) return
    let row = 0
    for (let number = chain.first; number !== NONE;) {
      row = this.#rowOf(number, row)
      const links = this.#links[number >>> PAGE_BITS]!
      const index = 2 * (number % PAGE)
      const slab = this.#slabs[lastAtMost(this.#slabs, links[index]!, startOf)]!
      readMessage(slab.bytes, links[index]! - slab.start, walked)
      if (!visit(walked, this.#seqs[row]!, number)) return
      number = links[index + 1]!
    }
  }

  /** Returns the index of the row of a message, which is not before the row `from`. */
  #rowOf(number: number, from: number): number {
    let [step, low] = [1, from]
    // Messages of a device are as many rows apart as there are other devices: steps that double pass them soon.
    while (low + step < this.#firsts.length && this.#firsts[low + step]! <= number) {
      low += step
      step *= 2
    }
    let high = Math.min(low + step, this.#firsts.length) - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (this.#firsts[middle]! <= number) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Drops the messages of a device up to a seq. */
  drop(deviceKey: number, upto: number): void {
    const chain = this.devices.get(deviceKey)
    if (!chain) return
    if (this.lastSeq <= upto) {
      this.#remove(deviceKey)
      return
    }
    let first = NONE
    this.walk(deviceKey, ({ count }, seq, number) => {
      if (seq <= upto) chain.values -= count
      else first = number
      return first === NONE
    })
    if (first === NONE) {
      this.#remove(deviceKey)
      return
    }
    chain.first = first
    if (chain.values < this.#limits.hotValues) this.crowded.delete(deviceKey)
  }

  #remove(deviceKey: number): void {
    this.devices.delete(deviceKey)
    this.crowded.delete(deviceKey)
  }

  /** Returns the last seq up to which the rows after `seq` have about so many bytes; at least one row. */
  seqAfterBytes(seq: number, bytes: number): number {
    let index = Math.max(seq - this.firstSeq + 1, 0)
    let sum = 0
    while (index < this.#seqs.length && (sum += this.#sizes[index]!) < bytes) index++
    return this.#seqs[Math.min(index, this.#seqs.length - 1)] ?? seq
  }
}

const startOf = ({ start }: Slab) => start

/** Returns the index of the last element whose number is at most `limit`. They ascend, and the first is at most `limit`. */
function lastAtMost<T>(list: readonly T[], limit: number, numberOf: (element: T) => number): number {
  let [low, high] = [0, list.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (numberOf(list[middle]!) <= limit) low = middle
    else high = middle - 1
  }
  return low
}
