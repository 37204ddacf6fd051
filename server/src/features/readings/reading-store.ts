import { metrics, type MetricId, type NewestReading, type SensorRecord } from '@greenhouse/contract'
import { sql } from 'kysely'
import { insertRows, type Value } from '../../platform/db/insert-rows.ts'
import type { Db, ReadingTable, Tx } from '../../platform/db/schema.ts'
import type { Reading } from './decode.ts'
import { rollUp, SUM_SCALE, type Summary } from './rollup.ts'

/** The column of each metric. */
export const COLUMNS = {
  temperature: 'temperature',
  humidity: 'humidity',
  airPressure: 'air_pressure',
  airQuality: 'air_quality',
} as const satisfies Record<MetricId, keyof ReadingTable>
const names = metrics.map(({ id }) => COLUMNS[id])
const readingColumns = ['device_key', 'at', ...names]

const insertReadings = insertRows<{ device_key: number; at: number }>({
  table: 'reading',
  columns: readingColumns,
  ending: 'on conflict do nothing returning device_key, at',
})
const upsertNewest = insertRows<never>({
  table: 'newest_reading',
  columns: readingColumns,
  ending: `on conflict (device_key) do update set ${['at', ...names].map((name) => `${name} = excluded.${name}`).join(', ')} where excluded.at > newest_reading.at`,
})
// min(x, NULL) is NULL in SQLite and no function of two values in PostgreSQL, so the extremes are cases.
const upsertRollups = insertRows<never>({
  table: 'rollup',
  columns: [
    'device_key',
    'level_ms',
    'at',
    ...names.flatMap((name) => [`${name}_n`, `${name}_sum`, `${name}_min`, `${name}_max`]),
  ],
  ending: `on conflict (device_key, level_ms, at) do update set ${names.flatMap(mergeOf).join(', ')}`,
})

/**
 * Stores readings, moves the newest values and feeds the rollups, in the transaction given. Answers those that were
 * really new: a reading of the same device and time is stored once.
 */
export async function storeReadings(tx: Tx, readings: readonly Reading[]): Promise<Reading[]> {
  const inserted = await insertReadings(tx, readings.map(toColumns))
  const isNew = new Set(inserted.map(({ device_key, at }) => `${device_key} ${at}`))
  // Twice the same in one group: the first was stored, the second is a repetition.
  const fresh = readings.filter(({ deviceKey, at }) => isNew.delete(`${deviceKey} ${at}`))
  if (fresh.length === 0) return fresh
  await upsertNewest(tx, newestOf(fresh).map(toColumns))
  await addToRollups(tx, fresh)
  return fresh
}

/** Adds the values of readings to the rollups of their stretches. */
export async function addToRollups(tx: Tx, readings: readonly Reading[]): Promise<void> {
  await upsertRollups(
    tx,
    rollUp(readings).map(({ deviceKey, levelMs, at, summaries }) => [
      deviceKey,
      levelMs,
      at,
      ...metrics.flatMap(({ id }) => {
        const { n, sum, min, max } = summaries[id]
        return [n, sum, min, max]
      }),
    ]),
  )
}

/** The newest reading of a device. */
export async function findNewest(db: Db, deviceKey: number): Promise<{ at: number; record: SensorRecord } | undefined> {
  const row = await db.selectFrom('newest_reading').selectAll().where('device_key', '=', deviceKey).executeTakeFirst()
  return row && { at: row.at, record: toRecord(row) }
}

/** Readings of a device after `after` up to `to`, both in milliseconds, oldest first, at most `limit`. */
export async function listReadings(
  db: Db,
  deviceKey: number,
  range: { after: number; to: number; limit: number },
): Promise<Array<{ at: number; record: SensorRecord }>> {
  const rows = await db
    .selectFrom('reading')
    .selectAll()
    .where('device_key', '=', deviceKey)
    .where('at', '>', range.after)
    .where('at', '<=', range.to)
    .orderBy('at')
    .limit(range.limit)
    .execute()
  return rows.map((row) => ({ at: row.at, record: toRecord(row) }))
}

/** Whether the range, both ends inclusive in milliseconds, holds more than so many readings. Reads no values. */
export async function hasMoreThan(
  db: Db,
  deviceKey: number,
  { from, to }: { from: number; to: number },
  count: number,
): Promise<boolean> {
  const next = await db
    .selectFrom('reading')
    .select('at')
    .where('device_key', '=', deviceKey)
    .where('at', '>=', from)
    .where('at', '<=', to)
    .orderBy('at')
    .limit(1)
    .offset(count)
    .executeTakeFirst()
  return next !== undefined
}

/** What is known of one point of a chart: `at` is where it begins, in milliseconds since 1970. */
export interface Stretch {
  readonly at: number
  readonly summaries: Record<MetricId, Summary>
}

/** Sums up readings by points of `width` milliseconds, the first of which begins at `start`, not after `from`. */
export async function sumReadings(
  db: Db,
  deviceKey: number,
  { from, to, start, width }: { from: number; to: number; start: number; width: number },
): Promise<Stretch[]> {
  const parts = names.map((name) =>
    sql.raw(
      `count(${name}) as ${name}_n, coalesce(sum(round(${name} * ${SUM_SCALE})), 0) as ${name}_sum, min(${name}) as ${name}_min, max(${name}) as ${name}_max`,
    ),
  )
  const { rows } = await sql<StretchRow>`
    select ${pointOf(start, width)} as point, ${sql.join(parts)} from reading
    where device_key = ${deviceKey} and at >= ${from} and at <= ${to} group by 1 order by 1`.execute(db)
  return rows.map((row) => toStretch(row, start, width))
}

/** Adds up rollups of one level by points as above, whose start and width are multiples of the level. */
export async function sumRollups(
  db: Db,
  deviceKey: number,
  { from, to, level, start, width }: { from: number; to: number; level: number; start: number; width: number },
): Promise<Stretch[]> {
  const parts = names.map((name) =>
    sql.raw(
      // Years of pressure in millionths pass 2^53, beyond which the driver refuses a whole number.
      `sum(${name}_n) as ${name}_n, cast(sum(${name}_sum) as double precision) as ${name}_sum, min(${name}_min) as ${name}_min, max(${name}_max) as ${name}_max`,
    ),
  )
  const { rows } = await sql<StretchRow>`
    select ${pointOf(start, width)} as point, ${sql.join(parts)} from rollup
    where device_key = ${deviceKey} and level_ms = ${level} and at >= ${from} and at <= ${to} group by 1 order by 1`.execute(
    db,
  )
  return rows.map((row) => toStretch(row, start, width))
}

type StretchRow = { point: number } & Record<string, number | null>

// SQLite's driver binds numbers as REAL, and a REAL divides with a fraction: hence the casts. Counted from the start the
// quotient is never below 0, where it would be cut towards 0 and one point be twice as wide.
function pointOf(start: number, width: number) {
  return sql`(at - cast(${start} as bigint)) / cast(${width} as bigint)`
}

function toStretch(row: StretchRow, start: number, width: number): Stretch {
  const summaryOf = (name: string): Summary => ({
    n: Number(row[`${name}_n`]),
    sum: Number(row[`${name}_sum`]),
    min: row[`${name}_min`] ?? null,
    max: row[`${name}_max`] ?? null,
  })
  return {
    at: start + row.point * width,
    summaries: {
      temperature: summaryOf('temperature'),
      humidity: summaryOf('humidity'),
      airPressure: summaryOf('air_pressure'),
      airQuality: summaryOf('air_quality'),
    },
  }
}

/** The newest reading of each of the user's devices; a device without one is listed with nulls. */
export async function listNewest(db: Db, userId: string): Promise<NewestReading[]> {
  const rows = await db
    .selectFrom('device')
    .leftJoin('newest_reading', 'newest_reading.device_key', 'device.key')
    .select(['device.id', 'device.name', 'device.description', 'device.created_at', 'device.wait_seconds'])
    .select(['newest_reading.at', 'temperature', 'humidity', 'air_pressure', 'air_quality'])
    .where('device.user_id', '=', userId)
    .orderBy('device.created_at')
    .orderBy('device.key')
    .execute()
  return rows.map((row) => ({
    deviceId: row.id,
    deviceName: row.name,
    deviceDesc: row.description,
    deviceCreateDateTime: new Date(row.created_at).toISOString(),
    deviceWaitTime: String(row.wait_seconds),
    temperature: row.temperature,
    humidity: row.humidity,
    airPressure: row.air_pressure,
    airQuality: row.air_quality,
    time: row.at === null ? null : new Date(row.at).toISOString(),
  }))
}

/** A reading as the wire knows it. */
export function toSensorRecord({ at, temperature, humidity, airPressure, airQuality }: Reading): SensorRecord {
  return { temperature, humidity, airPressure, airQuality, time: new Date(at).toISOString() }
}

function newestOf(readings: readonly Reading[]): Reading[] {
  const newest = new Map<number, Reading>()
  for (const reading of readings) {
    const known = newest.get(reading.deviceKey)
    if (!known || reading.at > known.at) newest.set(reading.deviceKey, reading)
  }
  return [...newest.values()]
}

function mergeOf(name: string): string[] {
  const better = (side: 'min' | 'max', sign: '<' | '>') => {
    const [stored, given] = [`rollup.${name}_${side}`, `excluded.${name}_${side}`]
    return `${name}_${side} = case when ${stored} is null or ${given} ${sign} ${stored} then ${given} else ${stored} end`
  }
  const plus = (part: string) => `${name}_${part} = rollup.${name}_${part} + excluded.${name}_${part}`
  return [plus('n'), plus('sum'), better('min', '<'), better('max', '>')]
}

function toColumns(reading: Reading): Value[] {
  return [reading.deviceKey, reading.at, ...metrics.map(({ id }) => reading[id])]
}

function toRecord(row: ReadingTable): SensorRecord {
  return {
    temperature: row.temperature,
    humidity: row.humidity,
    airPressure: row.air_pressure,
    airQuality: row.air_quality,
    time: new Date(row.at).toISOString(),
  }
}
