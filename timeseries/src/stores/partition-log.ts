import type { LogRow, ReadingLog } from './reading-log.ts'

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
