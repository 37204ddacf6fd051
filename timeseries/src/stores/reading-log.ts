export interface LogRow {
  readonly seq: number
  readonly bytes: Uint8Array
}

export interface LogUsage {
  readonly bytes: number
  /** Appends beyond it are refused. */
  readonly limitBytes: number
  /** Replicas that are unreachable or lack rows. */
  readonly replicasBehind: number
}

/**
 * The log to which every entry is committed first. Each partition numbers its rows 1, 2, 3 … in the order of the
 * commits, without gaps: no earlier row appears after a later one was visible.
 */
export interface ReadingLog {
  /** Returns the last seq of a partition, also when its row was purged; 0 before the first row. */
  head(partition: number): Promise<number>
  /**
   * Appends a row after the row `expectedSeq`. Resolves with its seq when it is durable, or with 'conflict', without a
   * trace, when another row follows `expectedSeq` already.
   */
  append(partition: number, bytes: Uint8Array, expectedSeq: number): Promise<number | 'conflict'>
  /**
   * Yields the rows after a seq, up to the last committed one, and at least up to the existing row `atLeast`: the
   * answering server may lag behind. Leaves out purged rows only.
   */
  follow(partition: number, after: number, atLeast?: number): AsyncIterable<LogRow>
  /**
   * Yields the rows after a seq, and further ones as they are committed by any process, each once and in order. Leaves
   * out purged rows only. Ends when the signal aborts; throws when the log is unreadable.
   */
  watch(partition: number, after: number, signal: AbortSignal): AsyncIterable<LogRow>
  purge(partition: number, upto: number): Promise<void>
  /** Missing where only the disk bounds the log. */
  usage?(partition: number): Promise<LogUsage>
}
