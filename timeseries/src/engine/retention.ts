import type { Tx } from '../base/database.ts'
import {
  deleteChunk,
  insertChunk,
  insertSummary,
  listChunksAfter,
  type Chunk,
  type NewChunk,
} from '../stores/chunk-store.ts'
import { loadChunkData, valuesOfChunk } from '../stores/chunk-values.ts'
import { dropCoarse } from '../stores/coarse-store.ts'
import { encodePart, joinParts } from '../codec/codec.ts'
import { between, countValues, rangeOf } from '../codec/columns.ts'
import { markerOf } from '../memory/device-state.ts'
import type { EngineParts } from './parts.ts'
import type { DeviceMarker } from '../stores/marker-store.ts'
import { chooseWidth, encodeSummary, FINEST_MS, SUMMARY_BYTES } from '../codec/summary.ts'
import type { Column } from '../base/types.ts'

export interface Cursor {
  readonly deviceKey: number
  readonly fromAt: number
}

export const FIRST: Cursor = { deviceKey: -1, fromAt: 0 }

interface Dropped {
  readonly next: Cursor | undefined
  readonly values: number
}

/**
 * Removes the values before a time from the next chunks. Their sums by quarters of an hour stay, in chunks without
 * values. Called by one operation at a time.
 */
export async function dropChunksBefore(at: number, cursor: Cursor, engine: EngineParts): Promise<Dropped> {
  let dropped: Dropped = { next: cursor, values: 0 }
  await engine.damage.settingAside(async () => {
    dropped = await dropNext(at, cursor, engine)
  })
  if (!dropped.next) await engine.damage.dropBefore(at)
  return dropped
}

async function dropNext(at: number, cursor: Cursor, engine: EngineParts): Promise<Dropped> {
  const { db, partition, states, erasures, compaction, transaction, limits, lastSeq } = engine
  const listed = await listChunksAfter(db, cursor, limits.eraseChunks, partition)
  // Chunks of a device that is being erased will go, and are no longer in its totals.
  const isOld = ({ deviceKey, fromAt, dataId }: Chunk) =>
    fromAt < at && dataId !== null && !erasures.hidesChunks(deviceKey)
  const old = listed.filter(isOld).slice(0, limits.stepWrites)
  const last = old.length < limits.stepWrites ? listed.at(-1) : old.at(-1)
  if (!last) return { next: undefined, values: 0 }
  const next = { deviceKey: last.deviceKey, fromAt: last.fromAt }
  if (old.length === 0) return { next, values: 0 }
  const byDevice = Map.groupBy(old, ({ deviceKey }) => deviceKey)
  await states.load([...byDevice.keys()])
  for (const deviceKey of byDevice.keys()) {
    if (!hasOlder(at, deviceKey, engine)) continue
    // A waiting value belongs into one of these chunks, and can't be merged once its values are gone.
    await compaction.stepDevice(deviceKey, lastSeq())
    return { next: cursor, values: 0 }
  }
  let values = 0
  await transaction.run([...byDevice.keys()], async (tx) => {
    const markers: DeviceMarker[] = []
    for (const [deviceKey, own] of byDevice) {
      const marker = markerOf(states.loaded(deviceKey))
      let { bytes } = marker
      for (const chunk of own) {
        const dropped = await dropValues(tx, chunk, at)
        bytes += dropped.bytes
        values += dropped.values
      }
      markers.push({ ...marker, bytes })
    }
    return markers
  })
  return { next, values }
}

/** Replaces a chunk by the sums of its older values and a chunk of the rest. Returns the removed bytes and values. */
async function dropValues(tx: Tx, chunk: Chunk, at: number): Promise<{ bytes: number; values: number }> {
  const columns = valuesOfChunk(chunk, await loadChunkData(tx, chunk))
  const older = between(columns, -Infinity, at)
  const newer = between(columns, at, Infinity)
  await deleteChunk(tx, chunk)
  await dropCoarse(tx, chunk.deviceKey, chunk.fromAt, chunk.toAt)
  let bytes = -chunk.bytes
  for (const piece of piecesOf(older)) {
    await insertSummary(tx, { deviceKey: chunk.deviceKey, ...piece })
    bytes += piece.summary.length
  }
  if (newer.length > 0) {
    const [kept, chosen] = [joinParts([encodePart(newer)]), chooseWidth(newer)]
    const { deviceKey } = chunk
    await insertChunk(tx, { deviceKey, ...rangeOf(newer), n: countValues(newer), ...chosen }, kept)
    bytes += kept.length + chosen.summary.length
  }
  return { bytes, values: countValues(older) }
}

function piecesOf(columns: readonly Column[]): Array<Omit<NewChunk, 'deviceKey'>> {
  const { fromAt, toAt } = rangeOf(columns)
  const [first, last] = [Math.floor(fromAt / FINEST_MS), Math.floor(toAt / FINEST_MS)]
  const summary = encodeSummary(columns, FINEST_MS)
  if (summary.length <= SUMMARY_BYTES || first >= last)
    return [{ fromAt, toAt, n: countValues(columns), widthMs: FINEST_MS, summary }]
  const middle = (first + Math.ceil((last - first) / 2)) * FINEST_MS
  return [...piecesOf(between(columns, -Infinity, middle)), ...piecesOf(between(columns, middle, Infinity))]
}

function hasOlder(before: number, deviceKey: number, { memtable, states }: EngineParts): boolean {
  let found = false
  memtable.walk(deviceKey, states.loaded(deviceKey), ({ at }) => !(found = at < before))
  return found
}
