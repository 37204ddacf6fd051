import type { Db, Tx } from '../base/database.ts'
import { statement, onlyRow } from '../base/statement.ts'
import type { DeadLetterTable } from '../base/tables.ts'

/** A part of a row of the log that could not be applied. */
export interface DeadLetter {
  readonly partition: number
  readonly seq: number
  /** Its index among the messages of the row. */
  readonly message: number
  /** Undefined when the bytes don't name a device. */
  readonly deviceKey: number | undefined
  readonly isWhole: boolean
  /** A message as a row of its own, or the unreadable bytes. */
  readonly data: Uint8Array
  readonly reason: string
}

export interface StoredDeadLetter extends DeadLetter {
  readonly foundAt: number
}

const columns = 'partition, seq, message, device_key, is_whole, data, reason, found_at'
const insert = statement(
  `insert into dead_letter (${columns}) values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (partition, seq, message) do nothing`,
)
const selectCounts = statement<{ partition: number; count: number }>(
  'select partition, count(*) as count from dead_letter group by partition',
)
const selectRun = statement<{ count: number }>(
  'select count(distinct seq) as count from dead_letter where partition = ? and seq >= ? and seq < ? and is_whole = 1',
)
const selectPage = statement<DeadLetterTable>(
  `select ${columns} from dead_letter where (partition, seq, message) > (?, ?, ?) order by partition, seq, message limit ?`,
)
const deleteAll = statement('delete from dead_letter')
const deleteDevice = statement('delete from dead_letter where device_key = ?')
const deleteOld = statement('delete from dead_letter where found_at < ?')

export async function insertDeadLetters(db: Db, deadLetters: readonly DeadLetter[], foundAt: number): Promise<number> {
  let added = 0
  for (const { partition, seq, message, deviceKey, isWhole, data, reason } of deadLetters) {
    const values = [partition, seq, message, deviceKey ?? null, isWhole ? 1 : 0, data, reason, foundAt]
    added += (await insert(db, values)).changed
  }
  return added
}

export async function countDeadLetters(db: Db): Promise<Map<number, number>> {
  return new Map((await selectCounts(db, [])).rows.map(({ partition, count }) => [partition, count]))
}

/** Counts the rows among the `most` before a seq that were set aside as a whole. */
export async function countWholeRows(db: Db, partition: number, seq: number, most: number): Promise<number> {
  return onlyRow(await selectRun(db, [partition, seq - most, seq])).count
}

export async function listDeadLetters(
  db: Db,
  after: Pick<DeadLetter, 'partition' | 'seq' | 'message'> | undefined,
  most: number,
): Promise<StoredDeadLetter[]> {
  const { partition, seq, message } = after ?? { partition: -1, seq: 0, message: 0 }
  return (await selectPage(db, [partition, seq, message, most])).rows.map(toDeadLetter)
}

export async function deleteDeadLetters(db: Db): Promise<number> {
  return (await deleteAll(db, [])).changed
}

export async function deleteDeadLettersOf(tx: Tx, deviceKey: number): Promise<void> {
  await deleteDevice(tx, [deviceKey])
}

export async function deleteDeadLettersBefore(db: Db, at: number): Promise<void> {
  await deleteOld(db, [at])
}

function toDeadLetter(row: DeadLetterTable): StoredDeadLetter {
  const { partition, seq, message, device_key, is_whole, data, reason, found_at } = row
  const deviceKey = device_key ?? undefined
  return { partition, seq, message, deviceKey, isWhole: is_whole === 1, data, reason, foundAt: found_at }
}
