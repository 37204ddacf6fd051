import type { LogRow, ReadingLog } from './reading-log.ts'
import { decodeRow } from '../codec/log-row.ts'
import type { EntryGroup } from '../base/types.ts'

/** Returns a row without its unreadable messages. */
export type Readable = (row: LogRow) => LogRow | Promise<LogRow>

/** One partition of a log. Reading it rejects when `readable` does. */
export class PartitionLog {
  readonly partition: number
  readonly #log: ReadingLog
  readonly #readable: Readable
  #asked: Promise<number> | undefined
  #next: Promise<number> | undefined

  constructor(log: ReadingLog, partition: number, readable: Readable = (row) => row) {
    this.#log = log
    this.partition = partition
    this.#readable = readable
  }

  /** Resolves with the last seq at the time of the call, or a later one. Concurrent callers share a question. */
  head(): Promise<number> {
    if (!this.#asked) return this.#ask()
    // The answer under way may be older than the call.
    this.#next ??= this.#asked.then(
      () => this.#ask(),
      () => this.#ask(),
    )
    return this.#next
  }

  #ask(): Promise<number> {
    const asked = this.#log.head(this.partition).finally(() => {
      if (this.#asked === asked) this.#asked = undefined
    })
    this.#next = undefined
    this.#asked = asked
    return asked
  }

  append(bytes: Uint8Array, expectedSeq: number): Promise<number | 'conflict'> {
    return this.#log.append(this.partition, bytes, expectedSeq)
  }

  async *follow(after: number, atLeast?: number): AsyncGenerator<LogRow> {
    for await (const row of this.#log.follow(this.partition, after, atLeast)) yield this.#readable(row)
  }

  async *watch(after: number, signal: AbortSignal): AsyncGenerator<LogRow> {
    for await (const row of this.#log.watch(this.partition, after, signal)) yield this.#readable(row)
  }

  purge(upto: number): Promise<void> {
    return this.#log.purge(this.partition, upto)
  }
}

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
