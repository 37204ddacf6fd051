import type { Tx } from '../base/database.ts'
import { emptySums, sumUp, type BucketSums } from '../codec/bucket-sums.ts'
import { deleteChunk, findChunkData, insertChunk, replaceChunk, type Chunk } from './chunk-store.ts'
import { DamagedChunkError, readableColumns, sumsOfChunk, valuesOfChunk } from './chunk-values.ts'
import { encodePart, joinParts } from '../codec/codec.ts'
import { countValues, firstFrom, rangeOf } from '../codec/columns.ts'
import { insertDamaged } from './damaged-store.ts'
import { chooseWidth } from '../codec/summary.ts'
import type { Column } from '../base/types.ts'

export interface DamagedChunk {
  readonly deviceKey: number
  readonly fromAt: number
  readonly toAt: number
  /** Lost values; 0 when only the summary was damaged. */
  readonly lost: number
}

export interface Damage {
  readonly damaged: DamagedChunk
  readonly n: number
  readonly bytes: number
}

/**
 * Moves the bytes of an unreadable chunk to a table of their own, in a transaction of the caller. Readable columns that
 * agree with the summary stay as a chunk. Returns undefined when the chunk is whole.
 */
export async function setAside(tx: Tx, chunk: Chunk, foundAt: number): Promise<Damage | undefined> {
  const { deviceKey, fromAt, toAt, dataId } = chunk
  const data = dataId === null ? undefined : await findChunkData(tx, dataId)
  const values = data && unlessDamagedChunk(() => valuesOfChunk(chunk, data))
  const hasSums = unlessDamagedChunk(() => sumsOfChunk(chunk)) !== undefined
  if (hasSums && (values || dataId === null)) return undefined
  if (data && values) {
    const chosen = chooseWidth(values)
    await replaceChunk(tx, chunk, { ...chunk, ...chosen }, data)
    const bytes = data.length + chosen.summary.length
    return { damaged: { deviceKey, fromAt, toAt, lost: 0 }, n: 0, bytes: bytes - chunk.bytes }
  }
  const kept = data ? savedColumns(chunk, data) : []
  const lost = Math.max(chunk.n - countValues(kept), 0)
  await insertDamaged(tx, { chunk, data, lost, foundAt })
  await deleteChunk(tx, chunk)
  const bytes = await insertValues(tx, deviceKey, kept)
  return {
    damaged: { deviceKey, fromAt, toAt, lost },
    n: countValues(kept) - chunk.n,
    bytes: bytes - chunk.bytes,
  }
}

/** Returns the readable columns that agree with the summary. Other bytes become values by chance. */
function savedColumns(chunk: Chunk, data: Uint8Array): Column[] {
  const sums = unlessDamagedChunk(() => sumsOfChunk(chunk)) ?? []
  const bySlot = new Map(sums.map((stored) => [stored.slot, stored]))
  return readableColumns(chunk, data).filter((column) =>
    isPartOf(sumUp(column, chunk.widthMs), bySlot.get(column.slot)),
  )
}

/** Returns whether sums can be those of a subset of the values of others. */
function isPartOf({ slot, at, counts, sums, lowest, highest }: BucketSums, whole = emptySums(slot, 0)): boolean {
  return at.every((start, index) => {
    const place = firstFrom(whole.at, start)
    if (whole.at[place] !== start || counts[index]! > whole.counts[place]!) return false
    if (lowest[index]! < whole.lowest[place]! || highest[index]! > whole.highest[place]!) return false
    return counts[index]! < whole.counts[place]! || sums[index] === whole.sums[place]
  })
}

async function insertValues(tx: Tx, deviceKey: number, columns: readonly Column[]): Promise<number> {
  if (columns.length === 0) return 0
  const [data, chosen] = [joinParts([encodePart(columns)]), chooseWidth(columns)]
  await insertChunk(tx, { deviceKey, ...rangeOf(columns), n: countValues(columns), ...chosen }, data)
  return data.length + chosen.summary.length
}

function unlessDamagedChunk<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof DamagedChunkError) return undefined
    throw error
  }
}
