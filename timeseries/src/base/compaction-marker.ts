/**
 * The entries of a device that are in its chunks: `seq <= uptoSeq`, or `seq <= partSeq` and older than `partAt`. Stored
 * in the transaction that writes the chunks.
 */
export interface CompactionMarker {
  readonly uptoSeq: number
  readonly partSeq: number
  readonly partAt: number
}

export function isCompacted({ uptoSeq, partSeq, partAt }: CompactionMarker, seq: number, at: number): boolean {
  return seq <= uptoSeq || (seq <= partSeq && at < partAt)
}
