import { decodeRow } from '../codec/log-row.ts'
import type { PartitionLog } from '../stores/partition-log.ts'
import type { EntryGroup } from '../base/types.ts'

/** Readers of the log that work behind its end, such as the evaluation of rules, each with a position of its own. */
export class Subscribers {
  readonly #log: PartitionLog
  readonly #positions: Array<() => number> = []
  #appended = Promise.withResolvers<void>()
  #isClosed = false

  constructor(log: PartitionLog) {
    this.#log = log
  }

  /** Keeps the rows of the log after the position that the function returns. */
  hold(position: () => number): void {
    this.#positions.push(position)
  }

  /** Returns the seq up to which no subscriber needs the log any more. */
  get heldFrom(): number {
    return Math.min(Infinity, ...this.#positions.map((position) => position()))
  }

  /** Wakes those that wait for more. */
  wake(): void {
    this.#appended.resolve()
    this.#appended = Promise.withResolvers()
  }

  close(): void {
    this.#isClosed = true
    this.#appended.resolve()
  }

  /** Yields the groups after a position, waits for further ones, and ends when the engine is closed. */
  async *follow(after: number): AsyncGenerator<EntryGroup> {
    let last = after
    while (!this.#isClosed) {
      // Taken before the log is read: what is appended meanwhile resolves it.
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
