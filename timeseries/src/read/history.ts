import { setImmediate as breathe } from 'node:timers/promises'
import type { Db } from '../base/database.ts'
import { findChunkFrom, type Chunk } from '../stores/chunk-store.ts'
import { readableParts } from '../stores/chunk-values.ts'
import { between, concatColumns, mergeColumns } from '../codec/columns.ts'
import type { DeviceReader, TimeRange } from './device-reader.ts'
import type { SuspectChunks } from '../base/suspect-chunks.ts'
import type { Column } from '../base/types.ts'

export interface RawQuery {
  readonly deviceKey: number
  readonly slots: readonly number[]
  readonly range: TimeRange
}

interface WantedColumns {
  readonly deviceKey: number
  readonly slots: ReadonlySet<number>
  readonly range: TimeRange
}

/** Yields the values of a range in time order, one chunk in memory at a time. */
export async function* readRaw(reader: DeviceReader, { deviceKey, slots, range }: RawQuery): AsyncGenerator<Column[]> {
  const wanted = new Set(slots)
  // One view for all pieces: copying the memtable for each chunk would be quadratic.
  const view = reader.view(deviceKey, wanted, range)
  let { from } = range
  while (from < range.to) {
    const rest = { from, to: range.to }
    const { chunks: next, memtable } = await view.read(async (db, isHidden) =>
      isHidden ? undefined : readNext(db, { deviceKey, slots: wanted, range: rest }, reader.suspectChunks),
    )
    const to = next ? Math.min(next.chunk.toAt + 1, range.to) : range.to
    const columns = mergeColumns(between(next?.columns ?? [], from, to), between(memtable, from, to))
    if (columns.length > 0) yield columns
    from = to
    await breathe()
  }
}

async function readNext(
  db: Db,
  { deviceKey, slots, range }: WantedColumns,
  suspectChunks: SuspectChunks,
): Promise<{ chunk: Chunk; columns: Column[] } | undefined> {
  const found = await findChunkFrom(db, deviceKey, range.from)
  if (!found || found.chunk.fromAt >= range.to) return undefined
  const { chunk, data } = found
  if (chunk.dataId === null) return { chunk, columns: [] }
  const readable = data && readableParts(chunk, data, slots)
  if (!readable?.isWhole) suspectChunks.add(chunk)
  return { chunk, columns: concatColumns(readable?.parts ?? []) }
}
