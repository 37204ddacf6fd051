import type { Db, Tx } from '../base/database.ts'
import { statement } from '../base/statement.ts'
import type { CoarseTable } from '../base/tables.ts'

export interface Coarse {
  /** The first time of its first chunk, and the last instant before the next chunk or coarse summary. */
  readonly fromAt: number
  readonly toAt: number
  /** It serves points that begin at multiples of it. Its buckets are no longer where the chunks allow. */
  readonly stepMs: number
  readonly summary: Uint8Array
}

/** Chunks of a device from an instant on without a coarse summary. */
export interface Uncovered {
  readonly deviceKey: number
  readonly from: number
  readonly stepMs: number
}

const selectRange = statement<CoarseTable>(
  `select device_key, from_at, to_at, step_ms, summary from coarse
   where device_key = ? and step_ms <= ? and from_at < ? and to_at >= ?
   and from_at >= coalesce((select max(from_at) from coarse where device_key = ? and from_at <= ?), 0)
   order by from_at limit ?`,
)
const selectNext = statement<{ from_at: number }>(
  'select from_at from coarse where device_key = ? and step_ms <= ? and from_at >= ? order by from_at limit 1',
)
const insert = statement('insert into coarse (device_key, from_at, to_at, step_ms, summary) values (?, ?, ?, ?, ?)')
const deleteRange = statement('delete from coarse where device_key = ? and from_at <= ? and to_at >= ?')
const deleteAll = statement('delete from coarse where device_key = ?')

/** Returns the first `most` coarse summaries that touch a range, to exclusive, and serve a step, in time order. */
export async function listCoarse(
  db: Db,
  deviceKey: number,
  { from, to, stepMs, most }: { from: number; to: number; stepMs: number; most: number },
): Promise<Coarse[]> {
  const { rows } = await selectRange(db, [deviceKey, stepMs, to, from, deviceKey, from, most])
  return rows.map(({ from_at, to_at, step_ms, summary }) => ({
    fromAt: from_at,
    toAt: to_at,
    stepMs: step_ms,
    summary,
  }))
}

export async function findCoarseFrom(
  db: Db,
  deviceKey: number,
  { from, stepMs }: { from: number; stepMs: number },
): Promise<number | undefined> {
  return (await selectNext(db, [deviceKey, stepMs, from])).rows[0]?.from_at
}

export async function storeCoarse(tx: Tx, deviceKey: number, coarse: Coarse): Promise<void> {
  const { fromAt, toAt, stepMs, summary } = coarse
  await dropCoarse(tx, deviceKey, fromAt, toAt)
  await insert(tx, [deviceKey, fromAt, toAt, stepMs, summary])
}

/** Removes the coarse summaries of a range, ends inclusive, in which values change. */
export async function dropCoarse(tx: Tx, deviceKey: number, fromAt: number, toAt: number): Promise<void> {
  await deleteRange(tx, [deviceKey, toAt, fromAt])
}

export async function deleteCoarseOf(tx: Tx, deviceKey: number): Promise<void> {
  await deleteAll(tx, [deviceKey])
}
