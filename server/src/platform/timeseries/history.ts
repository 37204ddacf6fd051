import type { Db } from '../db/schema.ts'
import { findChunkAfter, findChunkAt, findChunkData, type Chunk } from './chunk-store.ts'
import { decodePart, partsOf } from './codec.ts'
import { between, concatColumns, mergeColumns } from './columns.ts'
import type { DeviceReader, TimeRange } from './device-reader.ts'
import type { Column } from './types.ts'

/** Yields the values of a range in pieces that follow each other in time, so that one chunk at a time is in memory. */
export async function* readRaw(
  db: Db,
  reader: DeviceReader,
  { deviceKey, slots, range }: { deviceKey: number; slots: readonly number[]; range: TimeRange },
): AsyncGenerator<Column[]> {
  const wanted = new Set(slots)
  let { from } = range
  while (from < range.to) {
    const start = from
    const { chunks, tail } = await reader.read(deviceKey, wanted, { from, to: range.to }, async (isHidden) =>
      isHidden ? undefined : readNext(db, deviceKey, { from: start, to: range.to }, wanted),
    )
    const to = chunks ? Math.min(chunks.chunk.toAt + 1, range.to) : range.to
    const columns = mergeColumns(between(chunks?.columns ?? [], from, to), between(tail, from, to))
    if (columns.length > 0) yield columns
    from = to
    await new Promise((resolve) => setImmediate(resolve))
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
  return { chunk, columns: bytes ? concatColumns(partsOf(bytes).map((part) => decodePart(part, slots))) : [] }
}
