import { inOrder } from '../codec/columns.ts'
import { isCompacted, type CompactionMarker } from '../base/compaction-marker.ts'
import type { Column } from '../base/types.ts'

interface LogColumn {
  readonly at: number[]
  readonly values: number[]
  /** The positions of the values in the log; they ascend. */
  readonly seqs: number[]
}

/** Values of the log by slot, in its order. */
export class LogColumns {
  readonly #columns = new Map<number, LogColumn>()

  /** Adds a value that follows all others in the log. */
  add(slot: number, at: number, value: number, seq: number): void {
    let column = this.#columns.get(slot)
    if (!column) this.#columns.set(slot, (column = { at: [], values: [], seqs: [] }))
    column.at.push(at)
    column.values.push(value)
    column.seqs.push(seq)
  }

  /** Returns the values that are in no chunk by a marker, in time order. Of two of a slot and time, the first stands. */
  leftBy(marker: CompactionMarker): Column[] {
    const columns: Column[] = []
    for (const [slot, column] of this.#columns) {
      const { at, values } = leftOf(column, marker)
      if (at.length > 0) columns.push(inOrder(slot, at, values))
    }
    return columns
  }
}

function leftOf(column: LogColumn, marker: CompactionMarker): Pick<LogColumn, 'at' | 'values'> {
  // The chunks seldom hold any of them: what they hold leaves the memtable soon after.
  if (column.seqs[0]! > Math.max(marker.uptoSeq, marker.partSeq)) return column
  const isLeft = (_: number, index: number) => !isCompacted(marker, column.seqs[index]!, column.at[index]!)
  return { at: column.at.filter(isLeft), values: column.values.filter(isLeft) }
}
