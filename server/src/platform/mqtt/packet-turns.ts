/** Packets, and bytes of them, that all connections together handle in one turn of the event loop. */
const PACKETS_PER_TURN = 200
const BYTES_PER_TURN = 64 * 1024

/** Thousands of tiny packets in one chunk must not block timers, requests and other connections. */
export class PacketTurns {
  #packets = 0
  #bytes = 0
  #waiting: Array<() => void> = []
  #isScheduled = false

  get hasRoom(): boolean {
    return this.#packets < PACKETS_PER_TURN && this.#bytes < BYTES_PER_TURN
  }

  count(bytes: number): void {
    this.#packets++
    this.#bytes += bytes
    this.#schedule()
  }

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
    // Callers that wait again within this turn are queued behind the others.
    while (this.hasRoom) {
      const resume = this.#waiting.shift()
      if (!resume) return
      resume()
    }
    this.#schedule()
  }
}

export const packetTurns = new PacketTurns()
