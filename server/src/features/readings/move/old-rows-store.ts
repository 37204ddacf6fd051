import { boardMetrics, type BoardMetricId } from '@greenhouse/contract'
import { sql } from 'kysely'
import type { Db, ReadingMoveTable } from '../../../platform/db/schema.ts'
import { statement } from '../../../platform/db/statement.ts'

/** How far the rows of earlier versions have been moved. */
export type MoveProgress = Omit<ReadingMoveTable, 'id'>

/** The columns of each metric in the tables of earlier versions. */
export const OLD_COLUMNS: Readonly<Record<BoardMetricId, string>> = {
  temperature: 'temperature',
  humidity: 'humidity',
  airPressure: 'air_pressure',
  airQuality: 'air_quality',
}
const names = boardMetrics.map(({ id }) => OLD_COLUMNS[id])

/** A reading of an earlier version: a column for each metric, in the order of `boardMetrics`. */
export interface OldReading {
  readonly at: number
  readonly values: ReadonlyArray<number | null>
}

/** A quarter of an hour of readings that were removed. */
export interface OldSums {
  readonly at: number
  /** Of each metric, in the order of `boardMetrics`; sums in millionths. */
  readonly metrics: ReadonlyArray<{ n: number; sum: number; min: number; max: number }>
}

/** The finest sums of earlier versions. */
export const OLD_SUMS_MS = 900_000
/** In one query, and in one transaction of removal. */
const ROWS_AT_ONCE = 5000

type Numbers = Record<string, number | null>

const selectRows = statement<Numbers>(
  `select at, ${names.join(', ')} from reading where device_key = ? and at > ? order by at limit ${ROWS_AT_ONCE}`,
)
const selectSums = statement<Numbers>(
  `select at, ${names.map((name) => `${name}_n, cast(${name}_sum as double precision) as ${name}_sum, ${name}_min, ${name}_max`).join(', ')}
   from rollup where device_key = ? and level_ms = ${OLD_SUMS_MS} and at < ? order by at`,
)
const selectNewest = statement<Numbers>(`select at, ${names.join(', ')} from newest_reading where device_key = ?`)

export async function findProgress(db: Db): Promise<MoveProgress> {
  return db
    .selectFrom('reading_move')
    .select(['phase', 'device_key', 'at'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
}

export async function storeProgress(db: Db, progress: MoveProgress): Promise<void> {
  await db.updateTable('reading_move').set(progress).where('id', '=', 1).execute()
}

/** Returns how many readings from an instant on are there to be moved. */
export async function countRows(db: Db, from: number): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`
    select count(*) as count from reading where at >= ${Math.max(from, 0)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Returns the devices from a key on, in the order of their keys. */
export async function listDeviceKeysFrom(db: Db, deviceKey: number): Promise<number[]> {
  const rows = await db.selectFrom('device').select('key').where('key', '>=', deviceKey).orderBy('key').execute()
  return rows.map(({ key }) => key)
}

/** Returns the next readings of a device after an instant; fewer than `ROWS_AT_ONCE` are the last ones. */
export async function listRows(db: Db, deviceKey: number, after: number): Promise<OldReading[]> {
  return (await selectRows(db, [deviceKey, after])).rows.map(toReading)
}

/** Returns the finest sums of a device before an instant. */
export async function listSums(db: Db, deviceKey: number, before: number): Promise<OldSums[]> {
  const { rows } = await selectSums(db, [deviceKey, before])
  return rows.map((row) => ({
    at: Number(row['at']),
    metrics: names.map((name) => ({
      n: Number(row[`${name}_n`]),
      sum: Number(row[`${name}_sum`]),
      min: Number(row[`${name}_min`]),
      max: Number(row[`${name}_max`]),
    })),
  }))
}

export async function findOldNewest(db: Db, deviceKey: number): Promise<OldReading | undefined> {
  const [row] = (await selectNewest(db, [deviceKey])).rows
  return row && toReading(row)
}

/**
 * Returns of each metric how many values from an instant on count, and their sum in millionths: what stands for a missing
 * sensor is none.
 */
export async function sumRows(db: Db, deviceKey: number, from: number): Promise<Array<{ n: number; sum: number }>> {
  const counted = boardMetrics.map(({ id, zeroIsMissing }) => {
    const name = OLD_COLUMNS[id]
    const value = zeroIsMissing ? `case when ${name} > 0 then ${name} end` : name
    return sql.raw(`count(${value}) as ${name}_n, coalesce(sum(round((${value}) * 1000000)), 0) as ${name}_sum`)
  })
  const { rows } = await sql<
    Record<string, number | string>
  >`select ${sql.join(counted)} from reading where device_key = ${deviceKey} and at >= ${from}`.execute(db)
  return names.map((name) => ({ n: Number(rows[0]?.[`${name}_n`] ?? 0), sum: Number(rows[0]?.[`${name}_sum`] ?? 0) }))
}

/** Removes the first rows of what was moved, so many that a transaction stays short. False when none is left. */
export async function deleteSomeRows(db: Db, deviceKey: number): Promise<boolean> {
  for (const table of ['reading', 'rollup']) {
    const { rows } = await sql<{ at: number }>`
      select at from ${sql.table(table)} where device_key = ${deviceKey} order by ${sql.raw(table === 'rollup' ? 'level_ms, at' : 'at')}
      limit 1 offset ${ROWS_AT_ONCE}`.execute(db)
    const [edge] = rows
    if (!edge) {
      await sql`delete from ${sql.table(table)} where device_key = ${deviceKey}`.execute(db)
      continue
    }
    await sql`delete from ${sql.table(table)} where device_key = ${deviceKey} and at < ${edge.at}`.execute(db)
    return true
  }
  return false
}

/** Drops the tables of earlier versions, which are empty by then. */
export async function dropOldTables(db: Db): Promise<void> {
  for (const table of ['newest_reading', 'rollup', 'reading']) await db.schema.dropTable(table).execute()
}

function toReading(row: Numbers): OldReading {
  return { at: Number(row['at']), values: names.map((name) => row[name] ?? null) }
}
