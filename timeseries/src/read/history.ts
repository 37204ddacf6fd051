import { setImmediate as breathe } from 'node:timers/promises'
import type { Db } from '../base/database.ts'
import { findChunkFrom, type Chunk } from '../stores/chunk-store.ts'
import { readableParts } from '../stores/chunk-values.ts'
import { between, concatColumns, mergeColumns } from '../codec/columns.ts'
import type { DeviceReader, TimeRange } from './device-reader.ts'
import type { SuspectChunks } from '../base/suspect-chunks.ts'
import type { Column } from '../base/types.ts'
import type { DeviceState } from '../memory/device-state.ts'

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

const FIRST_STEP_MS = 3_600_000
const STEP_GROWTH = 8

export function isAhead({ at }: Pick<DeviceState, 'at'>, latest: number): boolean {
  for (const one of at) if (one > latest) return true
  return false
}

/**
 * Replaces newest values later than `latest`, stored while a clock was ahead, by the last earlier ones. All values
 * would be late for years otherwise.
 */
export async function correctNewest(reader: DeviceReader, state: DeviceState, latest: number): Promise<void> {
  for (const { slot, at } of state.newest()) {
    if (at <= latest) continue
    const last = await lastValue(reader, { deviceKey: state.deviceKey, slot }, latest)
    state.lower(slot)
    if (last) state.raise(slot, last.at, last.value)
  }
}

async function lastValue(
  reader: DeviceReader,
  { deviceKey, slot }: { readonly deviceKey: number; readonly slot: number },
  latest: number,
): Promise<{ at: number; value: number } | undefined> {
  let to = latest + 1
  for (let step = FIRST_STEP_MS; to > 0; step *= STEP_GROWTH) {
    const from = Math.max(to - step, 0)
    let last: { at: number; value: number } | undefined
    for await (const columns of readRaw(reader, { deviceKey, slots: [slot], range: { from, to } })) {
      for (const { at, values } of columns) last = { at: at.at(-1)!, value: values.at(-1)! }
    }
    if (last) return last
    to = from
  }
  return undefined
}
