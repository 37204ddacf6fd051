import { decodeRow } from '../codec/log-row.ts'
import type { PartitionLog } from '../stores/partition-log.ts'
import type { EntryGroup } from '../base/types.ts'

/** Readers of the log with positions of their own, such as the evaluation of rules. */
export class Subscribers {
  readonly #log: PartitionLog
  readonly #positions: Array<() => number> = []
  #appended = Promise.withResolvers<void>()
  #isClosed = false

  constructor(log: PartitionLog) {
    this.#log = log
  }

  hold(position: () => number): void {
    this.#positions.push(position)
  }

  /** Returns the seq up to which no subscriber needs the log. */
  get heldFrom(): number {
    return Math.min(Infinity, ...this.#positions.map((position) => position()))
  }

  wake(): void {
    this.#appended.resolve()
    this.#appended = Promise.withResolvers()
  }

  close(): void {
    this.#isClosed = true
    this.#appended.resolve()
  }

  /** Yields the groups after a position, waits for more, and ends when the engine closes. */
  async *follow(after: number): AsyncGenerator<EntryGroup> {
    let last = after
    while (!this.#isClosed) {
      // Taken before reading: an append meanwhile resolves it.
      const appended = this.#appended.promise
      for await (const { seq, bytes } of this.#log.follow(last)) {
        yield { seq, entries: decodeRow(bytes) }
        last = seq
        if (this.#isClosed) return
      }
      await appended
    }
  }
}
