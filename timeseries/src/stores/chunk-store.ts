import type { Db, Tx } from '../base/database.ts'
import { batchStatement, statement, onlyRow } from '../base/statement.ts'
import type { ChunkTable } from '../base/tables.ts'
import type { Partition } from '../base/types.ts'

/** A piece of the values of one device, without the values. Chunks of a device never overlap in time. */
export interface Chunk {
  readonly deviceKey: number
  readonly fromAt: number
  readonly toAt: number
  readonly n: number
  readonly bytes: number
  readonly widthMs: number
  /** Null when retention has removed the values. */
  readonly dataId: number | null
  readonly summary: Uint8Array
}

const COLUMNS = 'device_key, from_at, to_at, n, bytes, width_ms, data_id, summary'
const selectLast = statement<ChunkTable>(
  `select ${COLUMNS} from chunk where device_key = ? and from_at <= ? order by from_at desc limit 1`,
)
const selectNext = statement<ChunkTable>(
  `select ${COLUMNS} from chunk where device_key = ? and from_at > ? order by from_at limit 1`,
)
const selectFrom = statement<ChunkTable & { data: Uint8Array | null }>(
  `select ${COLUMNS}, data from chunk left join chunk_data on chunk_data.id = chunk.data_id
   where device_key = ? and to_at >= ?
   and from_at >= coalesce((select max(from_at) from chunk where device_key = ? and from_at <= ?), 0)
   order by from_at limit 1`,
)
const selectRange = statement<ChunkTable>(
  `select ${COLUMNS} from chunk where device_key = ? and from_at >= ? and from_at < ? order by from_at limit ?`,
)
const selectPage = statement<ChunkTable>(
  `select ${COLUMNS} from chunk where (device_key, from_at) > (?, ?) and device_key % ? = ? order by device_key, from_at limit ?`,
)
const selectData = statement<{ data: Uint8Array }>('select data from chunk_data where id = ?')

export async function findChunkAt(db: Db, deviceKey: number, at: number): Promise<Chunk | undefined> {
  const { rows } = await selectLast(db, [deviceKey, at])
  return rows[0] && toChunk(rows[0])
}

/** A chunk with its values, unless retention has removed them. */
export interface StoredChunk {
  readonly chunk: Chunk
  readonly data: Uint8Array | undefined
}

const selectLasts = batchStatement<ChunkTable & { data: Uint8Array | null }>(
  [8, 1],
  (
    size,
  ) => `with wanted (device_key) as (values ${Array.from({ length: size }, () => '(cast(? as bigint))').join(', ')})
    select ${COLUMNS.replaceAll(/\w+/g, 'chunk.$&')}, chunk_data.data as data
    from wanted join chunk on chunk.device_key = wanted.device_key
      and chunk.from_at = (select max(other.from_at) from chunk as other where other.device_key = wanted.device_key)
    left join chunk_data on chunk_data.id = chunk.data_id`,
)

export async function findLastChunks(db: Db, deviceKeys: readonly number[]): Promise<Map<number, StoredChunk>> {
  const rows = await selectLasts(
    db,
    deviceKeys.map((deviceKey) => [deviceKey]),
  )
  return new Map(rows.map((row) => [row.device_key, { chunk: toChunk(row), data: row.data ?? undefined }]))
}

export async function findChunkFrom(db: Db, deviceKey: number, at: number): Promise<StoredChunk | undefined> {
  const { rows } = await selectFrom(db, [deviceKey, at, deviceKey, at])
  return rows[0] && { chunk: toChunk(rows[0]), data: rows[0].data ?? undefined }
}

export async function findChunkAfter(db: Db, deviceKey: number, at: number): Promise<Chunk | undefined> {
  const { rows } = await selectNext(db, [deviceKey, at])
  return rows[0] && toChunk(rows[0])
}

/** Returns the first `most` chunks of a device that begin in a range, to exclusive. */
export async function listChunks(
  db: Db,
  deviceKey: number,
  { from, to, most }: { from: number; to: number; most: number },
): Promise<Chunk[]> {
  const { rows } = await selectRange(db, [deviceKey, from, to, most])
  return rows.map(toChunk)
}

export async function listChunksAfter(
  db: Db,
  { deviceKey, fromAt }: { deviceKey: number; fromAt: number },
  most: number,
  { index, count }: Partition,
): Promise<Chunk[]> {
  const { rows } = await selectPage(db, [deviceKey, fromAt, count, index, most])
  return rows.map(toChunk)
}

/** Returns the data of a chunk, or undefined when it was replaced. */
export async function findChunkData(db: Db, dataId: number): Promise<Uint8Array | undefined> {
  return (await selectData(db, [dataId])).rows[0]?.data
}

const insertData = statement<{ id: number }>('insert into chunk_data (data) values (?) returning id')
const updateData = statement('update chunk_data set data = ? where id = ?')
const deleteData = statement('delete from chunk_data where id = ?')
const insertChunkRow = statement(`insert into chunk (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?)`)
const updateChunkRow = statement(
  'update chunk set to_at = ?, n = ?, bytes = ?, width_ms = ?, data_id = ?, summary = ? where device_key = ? and from_at = ?',
)
const deleteChunkRow = statement('delete from chunk where device_key = ? and from_at = ?')
const deleteDataUpTo = statement(
  'delete from chunk_data where id in (select data_id from chunk where device_key = ? and from_at <= ?)',
)
const deleteRowsUpTo = statement('delete from chunk where device_key = ? and from_at <= ?')

export type NewChunk = Omit<Chunk, 'bytes' | 'dataId'>

export async function insertChunk(tx: Tx, chunk: NewChunk, data: Uint8Array): Promise<void> {
  const { id } = onlyRow(await insertData(tx, [data]))
  const { deviceKey, fromAt, toAt, n, widthMs, summary } = chunk
  await insertChunkRow(tx, [deviceKey, fromAt, toAt, n, data.length + summary.length, widthMs, id, summary])
}

export async function insertSummary(tx: Tx, { deviceKey, fromAt, toAt, n, widthMs, summary }: NewChunk): Promise<void> {
  await insertChunkRow(tx, [deviceKey, fromAt, toAt, n, summary.length, widthMs, null, summary])
}

/** Replaces a chunk. Its first time may change. */
export async function replaceChunk(tx: Tx, old: Chunk, chunk: NewChunk, data: Uint8Array): Promise<void> {
  if (old.dataId === null) throw new Error('A chunk without values can take no others.')
  const { deviceKey, fromAt, toAt, n, widthMs, summary } = chunk
  const bytes = data.length + summary.length
  await updateData(tx, [data, old.dataId])
  if (old.fromAt === fromAt) {
    await updateChunkRow(tx, [toAt, n, bytes, widthMs, old.dataId, summary, deviceKey, fromAt])
    return
  }
  await deleteChunkRow(tx, [old.deviceKey, old.fromAt])
  await insertChunkRow(tx, [deviceKey, fromAt, toAt, n, bytes, widthMs, old.dataId, summary])
}

export async function deleteChunk(tx: Tx, { deviceKey, fromAt, dataId }: Chunk): Promise<void> {
  if (dataId !== null) await deleteData(tx, [dataId])
  await deleteChunkRow(tx, [deviceKey, fromAt])
}

export async function deleteChunksUpTo(tx: Tx, deviceKey: number, fromAt: number): Promise<void> {
  await deleteDataUpTo(tx, [deviceKey, fromAt])
  await deleteRowsUpTo(tx, [deviceKey, fromAt])
}

function toChunk(row: ChunkTable): Chunk {
  return {
    deviceKey: row.device_key,
    fromAt: row.from_at,
    toAt: row.to_at,
    n: row.n,
    bytes: row.bytes,
    widthMs: row.width_ms,
    dataId: row.data_id,
    summary: row.summary,
  }
}
