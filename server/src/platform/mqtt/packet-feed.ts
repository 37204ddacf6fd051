import type { Holds } from './holds.ts'
import { packetTurns, type PacketTurns } from './packet-turns.ts'

/** Packets of one connection before the next one's turn. */
const PACKETS_AT_ONCE = 50
/** Bytes that wait while the socket is still read: pausing and resuming costs more than parsing a packet. */
const UNPAUSED_BYTES = 16 * 1024
const NOTHING: Buffer = Buffer.alloc(0)

interface FeedParts {
  readonly holds: Holds
  readonly parse: (bytes: Buffer, isWhole: boolean) => void
  readonly turns?: PacketTurns
}

/** Passes received bytes to a parser, packet by packet, while nothing holds the socket and the turn has room. */
export class PacketFeed {
  readonly #holds: Holds
  readonly #parse: FeedParts['parse']
  readonly #turns: PacketTurns
  readonly #frames = new Frames()
  #rest = NOTHING
  #isWaiting = false

  constructor({ holds, parse, turns = packetTurns }: FeedParts) {
    this.#holds = holds
    this.#parse = parse
    this.#turns = turns
  }

  read(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    if (this.#isWaiting) this.#holdIfMuch()
    else this.resume()
  }

  resume(): void {
    for (let count = 0; this.#rest.length > 0 && !this.#holds.any; count++) {
      if (count === PACKETS_AT_ONCE || !this.#turns.hasRoom) return this.#wait()
      const end = this.#frames.endOf(this.#rest)
      const packet = this.#rest.subarray(0, end)
      this.#rest = this.#rest.subarray(end)
      this.#turns.count(end)
      this.#parse(packet, this.#frames.isWhole)
    }
  }

  stop(): void {
    this.#rest = NOTHING
  }

  #wait(): void {
    this.#holdIfMuch()
    if (this.#isWaiting) return
    this.#isWaiting = true
    this.#turns.wait(() => {
      this.#isWaiting = false
      this.#holds.remove('turn')
      this.resume()
    })
  }

  #holdIfMuch(): void {
    if (this.#rest.length > UNPAUSED_BYTES) this.#holds.add('turn')
  }
}

/** Finds packet ends in a byte stream by the length in each fixed header. */
class Frames {
  #left: number | undefined = 0
  #length = 0
  #factor = 1
  /** Whether the bytes up to the last end are one whole packet. */
  isWhole = false

  endOf(bytes: Buffer): number {
    let at = 0
    const isFirst = this.#left === 0
    this.isWhole = false
    if (isFirst) {
      at = this.#factor = 1
      this.#length = 0
      this.#left = undefined
    }
    // A length of more than four bytes is malformed, which the parser reports.
    while (this.#left === undefined && at < bytes.length) {
      const byte = bytes[at++]!
      this.#length += (byte & 0x7f) * this.#factor
      this.#factor *= 0x80
      if (byte < 0x80 || this.#factor > 0x80 ** 4) this.#left = this.#length
    }
    if (this.#left === undefined) return at
    const end = Math.min(at + this.#left, bytes.length)
    this.#left -= end - at
    this.isWhole = isFirst && this.#left === 0
    return end
  }
}
