import type { Kysely } from 'kysely'
import type { Tables } from '../src/base/tables.ts'
import { findChunkData, listChunks, type Chunk } from '../src/stores/chunk-store.ts'
import { decodeParts, partsOf } from '../src/codec/codec.ts'
import { countValues, rangeOf } from '../src/codec/columns.ts'
import type { EngineParts } from '../src/engine/parts.ts'
import { findMarkers } from '../src/stores/marker-store.ts'
import { decodeSummary, encodeSummary } from '../src/codec/summary.ts'
import { LAST_AT, type Column } from '../src/base/types.ts'

/**
 * Returns what is broken of that which is true of the tables and the memory of the engine between any two operations, and
 * of the bytes of all chunks but those that were damaged.
 */
export async function brokenInvariants(
  db: Kysely<Tables>,
  engine: EngineParts,
  deviceKeys: readonly number[],
  damaged: readonly Chunk[] = [],
): Promise<string[]> {
  const broken: string[] = []
  const dataIds = new Set<number>()
  const markers = await findMarkers(db, deviceKeys)
  const erasing = await db.selectFrom('erasing').select('device_key').where('slot', '=', -1).execute()
  for (const deviceKey of deviceKeys) {
    const chunks = await listChunks(db, deviceKey, { from: 0, to: LAST_AT, most: 100_000 })
    const values = new Set<string>()
    for (const [index, chunk] of chunks.entries()) {
      const name = `device ${deviceKey}, chunk ${chunk.fromAt}`
      const next = chunks[index + 1]
      if (next && next.fromAt <= chunk.toAt) broken.push(`${name} overlaps with the next one`)
      if (chunk.dataId === null) continue
      dataIds.add(chunk.dataId)
      if (damaged.some((one) => one.deviceKey === deviceKey && one.fromAt === chunk.fromAt)) continue
      const bytes = await findChunkData(db, chunk.dataId)
      if (!bytes) broken.push(`${name} has no values`)
      else broken.push(...brokenChunk(chunk, bytes, values).map((what) => `${name} ${what}`))
    }
    const marker = markers.get(deviceKey)
    if (!erasing.some((one) => one.device_key === deviceKey)) {
      if ((marker?.n ?? 0) !== sum(chunks, 'n')) broken.push(`device ${deviceKey} has a wrong total of values`)
      if ((marker?.bytes ?? 0) !== sum(chunks, 'bytes')) broken.push(`device ${deviceKey} has a wrong total of bytes`)
      broken.push(...(await inBoth(engine, deviceKey, values)))
    }
  }
  const stored = await db.selectFrom('chunk_data').select('id').execute()
  for (const { id } of stored) if (!dataIds.has(id)) broken.push(`values ${id} belong to no chunk`)
  return broken
}

function brokenChunk(chunk: Chunk, data: Uint8Array, values: Set<string>): string[] {
  const broken: string[] = []
  const columns = decodeParts(partsOf(data))
  const { fromAt, toAt } = rangeOf(columns)
  if (fromAt !== chunk.fromAt || toAt !== chunk.toAt) broken.push(`says ${chunk.toAt} and ends at ${toAt}`)
  if (countValues(columns) !== chunk.n) broken.push('has a wrong number of values')
  if (data.length + chunk.summary.length !== chunk.bytes) broken.push('has a wrong number of bytes')
  for (const { slot, at } of columns) {
    if (!at.every((time, index) => index === 0 || at[index - 1]! < time)) broken.push(`slot ${slot} is out of order`)
    for (const time of at) values.add(`${slot} ${time}`)
  }
  if (!sameSummary(chunk.summary, encodeSummary(columns, chunk.widthMs))) broken.push('has a wrong summary')
  return broken
}

function sameSummary(one: Uint8Array, other: Uint8Array): boolean {
  const [first, second] = [one, other].map((bytes) =>
    JSON.stringify(
      decodeSummary(bytes)
        .toSorted((a, b) => a.slot - b.slot)
        .map((sums) => Object.values(sums).map((list) => Array.from(list as ArrayLike<number>))),
    ),
  )
  return first === second
}

/** Returns the values that are both in a chunk and in the memtable. */
async function inBoth(engine: EngineParts, deviceKey: number, values: ReadonlySet<string>): Promise<string[]> {
  const { memtable } = await engine.reader.view(deviceKey, null, { from: 0, to: LAST_AT }).read(async () => undefined)
  return memtable.flatMap(({ slot, at }: Column) =>
    Array.from(at)
      .filter((time) => values.has(`${slot} ${time}`))
      .map((time) => `device ${deviceKey} has slot ${slot} at ${time} in a chunk and in the memtable`),
  )
}

function sum(chunks: readonly Chunk[], name: 'n' | 'bytes'): number {
  return chunks.reduce((total, chunk) => total + chunk[name], 0)
}
