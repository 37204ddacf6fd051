import type { Tx } from '../base/database.ts'
import { emptySums, sumUp, type BucketSums } from '../codec/bucket-sums.ts'
import { deleteChunk, findChunkData, insertChunk, replaceChunk, type Chunk } from './chunk-store.ts'
import { DamagedChunkError, readableColumns, sumsOfChunk, valuesOfChunk } from './chunk-values.ts'
import { encodePart, joinParts } from '../codec/codec.ts'
import { countValues, firstFrom, rangeOf } from '../codec/columns.ts'
import { insertDamaged } from './damaged-store.ts'
import { chooseWidth } from '../codec/summary.ts'
import type { Column } from '../base/types.ts'

/** A chunk of which something could not be read. */
export interface DamagedChunk {
  readonly deviceKey: number
  /** The times of its first and last value, in milliseconds since 1970. */
  readonly fromAt: number
  readonly toAt: number
  /** How many values were lost; 0 when only its summary was, which was made again from the values. */
  readonly lost: number
}

/** What was damaged of a chunk, and by how much the totals of its device have grown. */
export interface Damage {
  readonly damaged: DamagedChunk
  readonly n: number
  readonly bytes: number
}

/**
 * Takes out of a chunk what cannot be read, in a transaction of the caller: its bytes go to a table of their own, and the
 * columns that can be read stay as a chunk, as far as they agree with its summary. Returns undefined when the chunk is whole.
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

/** Returns the columns that can be read and agree with the summary. Other bytes may become values only by chance. */
function savedColumns(chunk: Chunk, data: Uint8Array): Column[] {
  const sums = unlessDamagedChunk(() => sumsOfChunk(chunk)) ?? []
  const bySlot = new Map(sums.map((stored) => [stored.slot, stored]))
  return readableColumns(chunk, data).filter((column) =>
    isPartOf(sumUp(column, chunk.widthMs), bySlot.get(column.slot)),
  )
}

/** Returns whether sums can be those of some of the values that were summed up in others. */
function isPartOf({ slot, at, counts, sums, lowest, highest }: BucketSums, whole = emptySums(slot, 0)): boolean {
  return at.every((start, index) => {
    const place = firstFrom(whole.at, start)
    if (whole.at[place] !== start || counts[index]! > whole.counts[place]!) return false
    if (lowest[index]! < whole.lowest[place]! || highest[index]! > whole.highest[place]!) return false
    return counts[index]! < whole.counts[place]! || sums[index] === whole.sums[place]
  })
}

/** Stores values as a chunk. Returns its bytes. */
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
