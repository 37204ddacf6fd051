import { inOrder } from '../codec/columns.ts'
import { isCompacted, type CompactionMarker } from '../base/compaction-marker.ts'
import type { Column } from '../base/types.ts'

interface LogColumn {
  readonly at: number[]
  readonly values: number[]
  readonly seqs: number[]
}

export class LogColumns {
  readonly #columns = new Map<number, LogColumn>()

  add(slot: number, at: number, value: number, seq: number): void {
    let column = this.#columns.get(slot)
    if (!column) this.#columns.set(slot, (column = { at: [], values: [], seqs: [] }))
    column.at.push(at)
    column.values.push(value)
    column.seqs.push(seq)
  }

  /** Returns the values outside chunks by a marker, in time order. For the same slot and time, the first one wins. */
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
  // Usually none is in a chunk: those that are leave the memtable soon.
  if ((column.seqs[0] ?? Infinity) > Math.max(marker.uptoSeq, marker.partSeq)) return column
  const isLeft = (_: number, index: number) => !isCompacted(marker, column.seqs[index]!, column.at[index]!)
  return { at: column.at.filter(isLeft), values: column.values.filter(isLeft) }
}
