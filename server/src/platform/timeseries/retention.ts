import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { ChunkTransaction } from './chunk-transaction.ts'
import { dropChunkData, listChunksAfter, type Chunk } from './chunk-store.ts'
import type { Compaction } from './compaction.ts'
import { markOf } from './device-state.ts'
import type { DeviceStates } from './device-states.ts'
import type { Limits } from './limits.ts'
import type { Tail } from './tail.ts'

interface Options {
  readonly db: Kysely<Schema>
  readonly tail: Tail
  readonly states: DeviceStates
  readonly compaction: Compaction
  readonly transaction: ChunkTransaction
  readonly limits: Limits
  readonly lastSeq: () => number
}

/** The key of the chunk after which a pass over all chunks goes on. */
export interface Cursor {
  readonly deviceKey: number
  readonly fromAt: number
}

export const FIRST: Cursor = { deviceKey: -1, fromAt: 0 }

/**
 * Removes the values of the next chunks that end before a time; their summaries stay. Returns where the pass goes on;
 * undefined at its end. Called by one operation at a time.
 */
export async function dropChunksBefore(at: number, cursor: Cursor, options: Options): Promise<Cursor | undefined> {
  const { db, states, compaction, transaction, limits, lastSeq } = options
  const chunks = await listChunksAfter(db, cursor, limits.eraseChunks)
  const last = chunks.at(-1)
  if (!last) return undefined
  const old = Map.groupBy(
    chunks.filter(({ toAt, dataId }) => toAt < at && dataId !== null),
    ({ deviceKey }) => deviceKey,
  )
  await states.load(old.keys())
  for (const deviceKey of old.keys()) {
    if (!hasOlder(at, deviceKey, options)) continue
    // A value that waits in the log belongs into one of these chunks, which can't take it without its values.
    await compaction.step(deviceKey, lastSeq())
    return cursor
  }
  if (old.size > 0)
    await transaction.run([...old.keys()], async (tx) => {
      for (const chunk of [...old.values()].flat()) await dropChunkData(tx, chunk)
      return Array.from(old, ([deviceKey, own]) => {
        const mark = markOf(states.get(deviceKey)!)
        return { ...mark, bytes: mark.bytes - own.reduce((sum, chunk) => sum + dataBytes(chunk), 0) }
      })
    })
  return { deviceKey: last.deviceKey, fromAt: last.fromAt }
}

function dataBytes({ bytes, summary }: Chunk): number {
  return bytes - summary.length
}

function hasOlder(before: number, deviceKey: number, { tail, states }: Options): boolean {
  let found = false
  tail.walk(deviceKey, states.get(deviceKey)!, ({ at }) => !(found = at < before))
  return found
}
