import type { Tx } from '../db/schema.ts'
import { deleteChunk, findChunkData, insertChunk, replaceChunk, type Chunk } from './chunk-store.ts'
import { DamagedChunkError, readableColumns, sumsOfChunk, valuesOfChunk } from './chunk-values.ts'
import { encodePart, joinParts } from './codec.ts'
import { between, countValues, rangeOf } from './columns.ts'
import { insertDamaged } from './damaged-store.ts'
import { chooseWidth } from './summary.ts'
import type { Column } from './types.ts'

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
 * columns that can be read stay as a chunk. Returns undefined when the chunk is whole.
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
  const kept = data ? between(readableColumns(data), fromAt, toAt + 1) : []
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
