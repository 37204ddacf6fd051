import type { Db, Tx } from '../db/schema.ts'
import { statement } from '../db/statement.ts'
import type { CoarseTable } from '../db/time-series-tables.ts'
import { summaryWidth } from './summary-reader.ts'

/** The summaries of neighbouring chunks of one device as one. */
export interface Coarse {
  /** The first time of its first chunk, and the last instant before the next chunk or coarse summary. */
  readonly fromAt: number
  readonly toAt: number
  /** The length of its buckets: that of the chunk with the longest, and an hour at least. */
  readonly widthMs: number
  readonly summary: Uint8Array
}

const selectRange = statement<CoarseTable>(
  `select device_key, from_at, to_at, summary from coarse where device_key = ? and from_at < ? and to_at >= ?
   and from_at >= coalesce((select max(from_at) from coarse where device_key = ? and from_at <= ?), 0) order by from_at`,
)
const selectNext = statement<{ from_at: number }>(
  'select from_at from coarse where device_key = ? and from_at >= ? order by from_at limit 1',
)
const insert = statement('insert into coarse (device_key, from_at, to_at, summary) values (?, ?, ?, ?)')
const deleteRange = statement('delete from coarse where device_key = ? and from_at <= ? and to_at >= ?')
const deleteAll = statement('delete from coarse where device_key = ?')

/** Returns the coarse summaries with values in a range, to exclusive, in time order. */
export async function listCoarse(
  db: Db,
  deviceKey: number,
  { from, to }: { from: number; to: number },
): Promise<Coarse[]> {
  const { rows } = await selectRange(db, [deviceKey, to, from, deviceKey, from])
  return rows.map(({ from_at, to_at, summary }) => ({
    fromAt: from_at,
    toAt: to_at,
    widthMs: summaryWidth(summary),
    summary,
  }))
}

/** Returns where the first coarse summary begins that begins at or after a time. */
export async function findCoarseFrom(db: Db, deviceKey: number, at: number): Promise<number | undefined> {
  return (await selectNext(db, [deviceKey, at])).rows[0]?.from_at
}

export async function insertCoarse(tx: Tx, deviceKey: number, { fromAt, toAt, summary }: Coarse): Promise<void> {
  await insert(tx, [deviceKey, fromAt, toAt, summary])
}

/** Removes the coarse summaries that a change of values between two times (inclusive) has made untrue. */
export async function dropCoarse(tx: Tx, deviceKey: number, fromAt: number, toAt: number): Promise<void> {
  await deleteRange(tx, [deviceKey, toAt, fromAt])
}

/** Removes all coarse summaries of a device. */
export async function deleteCoarseOf(tx: Tx, deviceKey: number): Promise<void> {
  await deleteAll(tx, [deviceKey])
}
