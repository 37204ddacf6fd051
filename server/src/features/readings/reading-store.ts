import { toTimestamp, type NewestReading, type SensorRecord } from '@greenhouse/contract'
import { pagesOf, type Page } from '../../platform/db/pages.ts'
import type { Db, ReadingTable } from '../../platform/db/schema.ts'

/** Readings fetched at once while every reading of a range is sent. */
const PAGE = 2000

/** A reading with its instant, in milliseconds since 1970. */
interface ListedReading {
  readonly at: number
  readonly record: SensorRecord
}

/** The newest reading of a device. */
export async function findNewest(db: Db, deviceKey: number): Promise<ListedReading | undefined> {
  const row = await db.selectFrom('newest_reading').selectAll().where('device_key', '=', deviceKey).executeTakeFirst()
  return row && { at: row.at, record: toRecord(row) }
}

/** Readings of a device after `after` up to `to`, both in milliseconds, oldest first, at most `limit`. */
export async function listReadings(
  db: Db,
  deviceKey: number,
  range: { after: number; to: number; limit: number },
): Promise<ListedReading[]> {
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

/** Every reading of a device in the range, both ends inclusive in milliseconds, oldest first, in pages. */
export function readingPages(
  db: Db,
  deviceKey: number,
  { from, to }: { from: number; to: number } = { from: Number.MIN_SAFE_INTEGER + 1, to: Number.MAX_SAFE_INTEGER },
): AsyncGenerator<Page<ListedReading>> {
  return pagesOf<ListedReading>(PAGE, (last) =>
    listReadings(db, deviceKey, { after: last ? last.at : from - 1, to, limit: PAGE }),
  )
}

/** The last reading of a device in the range, both ends inclusive in milliseconds. */
export async function findLastReading(
  db: Db,
  deviceKey: number,
  { from, to }: { from: number; to: number },
): Promise<ListedReading | undefined> {
  const row = await db
    .selectFrom('reading')
    .selectAll()
    .where('device_key', '=', deviceKey)
    .where('at', '>=', from)
    .where('at', '<=', to)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { at: row.at, record: toRecord(row) }
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
    deviceCreateDateTime: toTimestamp(row.created_at),
    deviceWaitTime: String(row.wait_seconds),
    temperature: row.temperature,
    humidity: row.humidity,
    airPressure: row.air_pressure,
    airQuality: row.air_quality,
    time: toTimestamp(row.at),
  }))
}

function toRecord(row: ReadingTable): SensorRecord {
  return {
    temperature: row.temperature,
    humidity: row.humidity,
    airPressure: row.air_pressure,
    airQuality: row.air_quality,
    time: toTimestamp(row.at),
  }
}
