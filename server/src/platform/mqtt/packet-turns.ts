/** Packets, and bytes of them, that all connections together handle between two turns of the event loop. */
const PACKETS_PER_TURN = 200
const BYTES_PER_TURN = 64 * 1024

/**
 * Divides packets among the turns of the event loop: whoever sends thousands of tiny ones in one chunk must not keep timers,
 * requests and other connections waiting until all of them are handled.
 */
export class PacketTurns {
  #packets = 0
  #bytes = 0
  #waiting: Array<() => void> = []
  #isScheduled = false

  /** Whether another packet may be handled in this turn. */
  get hasRoom(): boolean {
    return this.#packets < PACKETS_PER_TURN && this.#bytes < BYTES_PER_TURN
  }

  /** Counts a packet, or a part of one. */
  count(bytes: number): void {
    this.#packets++
    this.#bytes += bytes
    this.#schedule()
  }

  /** Calls back when there is room again, those that wait in their order. */
  wait(resume: () => void): void {
    this.#waiting.push(resume)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.#begin())
  }

  #begin(): void {
    this.#isScheduled = false
    this.#packets = this.#bytes = 0
    // One that waits again within this turn does so behind the others.
    while (this.hasRoom) {
      const resume = this.#waiting.shift()
      if (!resume) return
      resume()
    }
    this.#schedule()
  }
}

/** The turns of this process, which has one event loop. */
export const packetTurns = new PacketTurns()
