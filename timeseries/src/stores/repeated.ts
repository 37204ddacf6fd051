import type { Db } from '../base/database.ts'
import { findChunkAt, findChunkData, type Chunk } from './chunk-store.ts'
import { readableParts } from './chunk-values.ts'
import { between, firstFrom, rangeOf } from '../codec/columns.ts'
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
  while (late.length > 0) {
    const { fromAt, toAt } = rangeOf(late)
    // Backwards, because a chunk is found by the last start before a time.
    const chunk = await findChunkAt(db, deviceKey, toAt)
    const from = Math.max(chunk?.fromAt ?? fromAt, fromAt)
    const own = between(late, from, Infinity)
    late = between(late, 0, from)
    if (chunk && chunk.toAt >= from) kept.push(...(await withoutChunk(db, chunk, own)))
    else kept.push(...own)
  }
  return kept
}

async function withoutChunk(db: Db, chunk: Chunk, columns: readonly Column[]): Promise<readonly Column[]> {
  const data = chunk.dataId === null ? undefined : await findChunkData(db, chunk.dataId)
  const slots = new Set(columns.map(({ slot }) => slot))
  return data ? without(columns, readableParts(chunk, data, slots).parts.flat()) : columns
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
