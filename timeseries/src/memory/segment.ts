import { Message, readMessage, readMessageHead, readRowStart } from '../codec/log-row.ts'
import type { Limits } from '../base/limits.ts'

/** Messages of one array. A longer list grows by arrays, without a copy. */
const PAGE_BITS = 16
const PAGE = 2 ** PAGE_BITS
const NONE = 0xffffffff

export interface Chain {
  first: number
  last: number
  values: number
}

export interface Reservation {
  readonly bytes: Uint8Array
  readonly offset: number
}

interface Slab {
  readonly bytes: Uint8Array
  /** Offset of its first byte in the segment. */
  readonly start: number
}

const head = new Message()
/** Shared by all walks: two at once would overwrite it. */
const walked = new Message()

/** Rows of the log in memory: their bytes, and for each device a chain through its messages. */
export class Segment {
  bytes = 0
  messages = 0
  readonly devices = new Map<number, Chain>()
  readonly crowded = new Set<number>()
  readonly #limits: Limits
  readonly #slabs: Slab[] = []
  #end = 0
  /** For each message its offset, and the number of the next message of its device. */
  readonly #links: Uint32Array[] = []
  /** For each row its seq, and the number of its first message. */
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

  /** Reserves room for a row. It stays free until `commit`. */
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
   * Visits the messages of a device in log order, until `visit` returns false. The message is reused; `number` is its
   * number in the segment.
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

  #rowOf(number: number, from: number): number {
    let [step, low] = [1, from]
    // Rows of a device are far apart among many devices: doubling steps reach the next one soon.
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

  seqAfterBytes(seq: number, bytes: number): number {
    let index = Math.max(seq - this.firstSeq + 1, 0)
    let sum = 0
    while (index < this.#seqs.length && (sum += this.#sizes[index]!) < bytes) index++
    return this.#seqs[Math.min(index, this.#seqs.length - 1)] ?? seq
  }
}

const startOf = ({ start }: Slab) => start

/**
 * Returns the index of the last element whose number is at most `limit`. Numbers ascend, and the first is at most
 * `limit`.
 */
function lastAtMost<T>(list: readonly T[], limit: number, numberOf: (element: T) => number): number {
  let [low, high] = [0, list.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (numberOf(list[middle]!) <= limit) low = middle
    else high = middle - 1
  }
  return low
}
