import type { Kysely } from 'kysely'
import type { Tables } from '../src/base/tables.ts'
import { findChunkData, listChunks, type Chunk } from '../src/stores/chunk-store.ts'
import { DamagedChunkError, sumsOfChunk, valuesOfChunk } from '../src/stores/chunk-values.ts'
import { LAST_AT } from '../src/base/types.ts'

type Db = Kysely<Tables>

/** Damages the values or the summary of a chunk of a device, if it has one. Leaves out changes that nobody could notice. */
export async function damageChunk(db: Db, deviceKey: number, random: () => number): Promise<void> {
  const chunks = await chunksOf(db, deviceKey)
  const chunk = chunks[Math.floor(random() * chunks.length)]
  if (!chunk) return
  const data = chunk.dataId === null ? undefined : await findChunkData(db, chunk.dataId)
  if (data && random() < 0.1) await db.deleteFrom('chunk_data').where('id', '=', chunk.dataId).execute()
  else if (data && random() < 0.7) {
    const bytes = changed(data, random)
    if (!isDamaged(chunk, bytes)) return
    await db.updateTable('chunk_data').set({ data: bytes }).where('id', '=', chunk.dataId).execute()
  } else {
    const summary = changed(chunk.summary, random)
    if (!isDamaged({ ...chunk, summary }, data)) return
    const update = db.updateTable('chunk').set({ summary })
    await update.where('device_key', '=', deviceKey).where('from_at', '=', chunk.fromAt).execute()
  }
}

/** Returns the damaged chunks of a device. */
export async function damagedChunks(db: Db, deviceKey: number): Promise<Chunk[]> {
  const damaged: Chunk[] = []
  for (const chunk of await chunksOf(db, deviceKey)) {
    const data = chunk.dataId === null ? undefined : await findChunkData(db, chunk.dataId)
    if (isDamaged(chunk, data)) damaged.push(chunk)
  }
  return damaged
}

function chunksOf(db: Db, deviceKey: number): Promise<Chunk[]> {
  return listChunks(db, deviceKey, { from: 0, to: LAST_AT, most: 100_000 })
}

function isDamaged(chunk: Chunk, data: Uint8Array | undefined): boolean {
  try {
    sumsOfChunk(chunk)
    if (data) valuesOfChunk(chunk, data)
    return !data && chunk.dataId !== null
  } catch (error) {
    if (error instanceof DamagedChunkError) return true
    throw error
  }
}

/** Flips a bit, or cuts the bytes off. */
function changed(bytes: Uint8Array, random: () => number): Uint8Array {
  const place = Math.floor(random() * bytes.length)
  if (random() < 0.2) return bytes.slice(0, place)
  return bytes.map((byte, index) => (index === place ? byte ^ (1 << Math.floor(random() * 8)) : byte))
}
