import type { Db } from '../base/database.ts'
import { findChunkAt, findChunkData } from './chunk-store.ts'
import { readableParts } from './chunk-values.ts'
import { between, firstFrom } from '../codec/columns.ts'
import { LAST_AT, type Column } from '../base/types.ts'

/**
 * Returns the values of a device that no chunk has. Values appended while the database was unavailable may repeat those
 * in chunks, and sums would count them twice.
 */
export async function withoutRepeated(db: Db, deviceKey: number, columns: readonly Column[]): Promise<Column[]> {
  const last = columns.length > 0 ? await findChunkAt(db, deviceKey, LAST_AT) : undefined
  // Most values follow all chunks.
  let late = last ? between(columns, 0, last.toAt + 1) : []
  const kept = last ? between(columns, last.toAt + 1, Infinity) : [...columns]
  const slots = new Set(columns.map(({ slot }) => slot))
  while (late.length > 0) {
    const first = Math.min(...late.map(({ at }) => at[0]!))
    // Backwards, because a chunk is found by the last start before a time.
    const to = Math.max(...late.map(({ at }) => at.at(-1)!))
    const chunk = await findChunkAt(db, deviceKey, to)
    const from = Math.max(chunk?.fromAt ?? first, first)
    const own = between(late, from, Infinity)
    late = between(late, 0, from)
    const data =
      chunk && chunk.toAt >= from && chunk.dataId !== null ? await findChunkData(db, chunk.dataId) : undefined
    kept.push(...(data ? without(own, readableParts(chunk!, data, slots).parts.flat()) : own))
  }
  return kept
}

function without(columns: readonly Column[], others: readonly Column[]): Column[] {
  return columns.flatMap(({ slot, at, values }) => {
    const known = others.filter((other) => other.slot === slot)
    const isNew = (time: number) => known.every((other) => other.at[firstFrom(other.at, time)] !== time)
    const kept = Array.from(at, (_, index) => index).filter((index) => isNew(at[index]!))
    if (kept.length === 0) return []
    return [
      {
        slot,
        at: Float64Array.from(kept, (index) => at[index]!),
        values: Float64Array.from(kept, (index) => values[index]!),
      },
    ]
  })
}
