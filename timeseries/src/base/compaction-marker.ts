/**
 * Which entries of a device are in its chunks: those with `seq <= uptoSeq`, and those with `seq <= partSeq` that are older
 * than `partAt`. It is stored in the transaction that writes the chunks, so that it is true at any moment.
 */
export interface CompactionMarker {
  readonly uptoSeq: number
  readonly partSeq: number
  readonly partAt: number
}

/** Returns whether an entry is in the chunks of its device. */
export function isCompacted({ uptoSeq, partSeq, partAt }: CompactionMarker, seq: number, at: number): boolean {
  return seq <= uptoSeq || (seq <= partSeq && at < partAt)
}
