import type { Db, Tx } from '../base/database.ts'
import { statement, onlyRow } from '../base/statement.ts'
import type { Chunk } from './chunk-store.ts'
import type { Partition } from '../base/types.ts'

const insert = statement(
  'insert into damaged_chunk (device_key, from_at, to_at, n, data, summary, found_at) values (?, ?, ?, ?, ?, ?, ?)',
)
const selectCount = statement<{ count: number }>('select count(*) as count from damaged_chunk where device_key % ? = ?')
const deleteAll = statement('delete from damaged_chunk where device_key = ?')
const deleteOld = statement('delete from damaged_chunk where to_at < ? and device_key % ? = ?')

export interface DamagedBytes {
  readonly chunk: Chunk
  readonly data: Uint8Array | undefined
  readonly lost: number
  /** Milliseconds since 1970. */
  readonly foundAt: number
}

export async function insertDamaged(tx: Tx, { chunk, data, lost, foundAt }: DamagedBytes): Promise<void> {
  const { deviceKey, fromAt, toAt, summary } = chunk
  await insert(tx, [deviceKey, fromAt, toAt, lost, data ?? null, summary, foundAt])
}

export async function countDamaged(db: Db, { index, count }: Partition): Promise<number> {
  return onlyRow(await selectCount(db, [count, index])).count
}

export async function deleteDamagedOf(tx: Tx, deviceKey: number): Promise<void> {
  await deleteAll(tx, [deviceKey])
}

export async function deleteDamagedBefore(tx: Tx, at: number, { index, count }: Partition): Promise<void> {
  await deleteOld(tx, [at, count, index])
}
