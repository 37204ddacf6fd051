/** One group of entries, in the bytes of `log-row.ts`. */
export interface LogRow {
  readonly seq: number
  readonly bytes: Uint8Array
}

/** How full a partition of the log is, and how well it is kept. */
export interface LogUsage {
  readonly bytes: number
  /** Appends beyond it are refused. */
  readonly limitBytes: number
  /** How many replicas are unreachable or lack rows. */
  readonly replicasBehind: number
}

/**
 * The log that every entry is committed to first. Its partitions are independent; each numbers its rows 1, 2, 3 … in the
 * order of the commits, without gaps: a reader that has seen a row will never see an earlier one appear.
 */
export interface ReadingLog {
  /** Returns the last seq of a partition, also of rows that were purged since; 0 before the first row. */
  head(partition: number): Promise<number>
  /**
   * Appends a row after the row `expectedSeq`. Resolves with its seq when it is durable. Resolves with 'conflict', without
   * a trace, when another row follows already: the caller reads on and decides again what is new.
   */
  append(partition: number, bytes: Uint8Array, expectedSeq: number): Promise<number | 'conflict'>
  /**
   * Yields the rows after a seq in their order, up to the last one that is committed, and at least up to `atLeast`, which
   * the caller knows to be: a server that is behind the others may answer. Only rows that were purged are left out.
   */
  follow(partition: number, after: number, atLeast?: number): AsyncIterable<LogRow>
  /**
   * Yields the rows after a seq, and then further ones as they are committed, by whichever process: each once, in their
   * order. Only rows that were purged before they were read are left out. Ends when the signal aborts. Throws when the log
   * can't be read; the caller then watches again from the last row that it got.
   */
  watch(partition: number, after: number, signal: AbortSignal): AsyncIterable<LogRow>
  /** Removes the rows up to a seq. */
  purge(partition: number, upto: number): Promise<void>
  /** Missing where the log is bounded by the disk only. */
  usage?(partition: number): Promise<LogUsage>
}
