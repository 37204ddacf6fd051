import { setImmediate as breathe } from 'node:timers/promises'
import type { Db } from '../db/schema.ts'
import { findChunkAfter, findChunkAt, findChunkData, type Chunk } from './chunk-store.ts'
import { decodeParts, partsOf } from './codec.ts'
import { between, mergeColumns } from './columns.ts'
import type { DeviceReader, TimeRange } from './device-reader.ts'
import type { Column } from './types.ts'

export interface RawQuery {
  readonly deviceKey: number
  readonly slots: readonly number[]
  readonly range: TimeRange
}

/** Yields the values of a range in pieces that follow each other in time, so that one chunk at a time is in memory. */
export async function* readRaw(reader: DeviceReader, { deviceKey, slots, range }: RawQuery): AsyncGenerator<Column[]> {
  const wanted = new Set(slots)
  // One view for all pieces: the tail is the same length for each of them, however many chunks there are.
  const view = reader.view(deviceKey, wanted, range)
  let { from } = range
  while (from < range.to) {
    const rest = { from, to: range.to }
    const { chunks: next, tail } = await view.read(async (db, isHidden) =>
      isHidden ? undefined : readNext(db, deviceKey, rest, wanted),
    )
    const to = next ? Math.min(next.chunk.toAt + 1, range.to) : range.to
    const columns = mergeColumns(between(next?.columns ?? [], from, to), between(tail, from, to))
    if (columns.length > 0) yield columns
    from = to
    await breathe()
  }
}

/** Returns the first chunk with values in a range, and its values. */
async function readNext(
  db: Db,
  deviceKey: number,
  { from, to }: TimeRange,
  slots: ReadonlySet<number>,
): Promise<{ chunk: Chunk; columns: Column[] } | undefined> {
  let chunk = await findChunkAt(db, deviceKey, from)
  if (!chunk || chunk.toAt < from) chunk = await findChunkAfter(db, deviceKey, from)
  if (!chunk || chunk.fromAt >= to) return undefined
  const bytes = chunk.dataId === null ? undefined : await findChunkData(db, chunk.dataId)
  return { chunk, columns: bytes ? decodeParts(partsOf(bytes), slots) : [] }
}
