import { join } from 'node:path'
import { boardMetrics, type SensorRecord } from '@greenhouse/contract'
import type { App } from '../src/app.ts'
import type { BoardSlots } from '../src/features/series/history/board-records.ts'
import { readingPages } from '../src/features/series/history/reading-pages.ts'
import type { SeriesRegistry } from '../src/features/series/registry/series-registry.ts'
import { DATABASE_FILE } from '../src/platform/disk/data-folder.ts'
import { openSqliteDatabase } from '../src/platform/db/open.ts'
import type { Db } from '../src/platform/db/schema.ts'
import { openLog } from '../src/platform/log.ts'
import { openDatabaseLog, openTimeSeries, type TimeSeries } from '@greenhouse/timeseries'

/** A stored reading, at an instant in milliseconds since 1970. */
export type StoredReading = Omit<SensorRecord, 'time'> & { readonly at: number }

interface Store {
  readonly db: Db
  readonly timeSeries: TimeSeries
}

/** Returns the stored readings of a device, oldest first. */
export async function storedReadings({ db, timeSeries }: Store, deviceId: string): Promise<StoredReading[]> {
  const device = await db.selectFrom('device').select('key').where('id', '=', deviceId).executeTakeFirst()
  if (!device) return []
  const stored: StoredReading[] = []
  const slots = await boardSlotsOf(db, device.key)
  for await (const { rows } of readingPages(timeSeries, { deviceKey: device.key, slots })) {
    for (const {
      at,
      record: { time: _time, ...values },
    } of rows)
      stored.push({ at, ...values })
  }
  return stored
}

/** Returns them from the file of a stopped server. */
export async function storedReadingsIn(dataDir: string, deviceId: string): Promise<StoredReading[]> {
  const [stored = []] = await storedReadingsOfEach(dataDir, [deviceId])
  return stored
}

/** Returns those of many devices in their order, opening the file once. */
export async function storedReadingsOfEach(dataDir: string, deviceIds: readonly string[]): Promise<StoredReading[][]> {
  const { db, close } = await openSqliteDatabase(join(dataDir, DATABASE_FILE), openLog('silent'))
  const log = openDatabaseLog(db)
  const timeSeries = await openTimeSeries({ db, log, now: Date.now, onError: () => {} })
  try {
    const all: StoredReading[][] = []
    for (const deviceId of deviceIds) all.push(await storedReadings({ db, timeSeries }, deviceId))
    return all
  } finally {
    await timeSeries.close()
    await close()
  }
}

async function boardSlotsOf(db: Db, deviceKey: number): Promise<BoardSlots> {
  const rows = await db
    .selectFrom('series')
    .select(['metric', 'slot'])
    .where('device_key', '=', deviceKey)
    .where('channel', '=', '')
    .execute()
  return Object.fromEntries(
    boardMetrics.flatMap(({ id }) => rows.filter(({ metric }) => metric === id).map(({ slot }) => [id, slot])),
  )
}

export interface Many {
  readonly count: number
  /** Of the first one, in milliseconds since 1970. */
  readonly from: number
  readonly everyMs: number
  /** The values of the four metrics; the same for all when it is left out. */
  readonly valuesOf?: (index: number) => readonly number[]
}

const AT_ONCE = 5000

/** Adds the series of the four metrics that a device lacks, and returns the slots of all four, in their order. */
export async function addBoardSeries(registry: SeriesRegistry, deviceKey: number): Promise<number[]> {
  const device = await registry.load(deviceKey)
  const sensors = boardMetrics.map((metric) => ({ metric, channel: '', key: metric.id }))
  const slots = sensors.map((sensor) => (device.find(sensor) ?? device.add(sensor))?.slot ?? -1)
  await registry.storeNew([deviceKey])
  return slots
}

/** Stores readings of all four metrics of a device of a running world, without sending them. */
export async function storeMany({ context, registry }: App, deviceKey: number, many: Many): Promise<void> {
  const { count, from, everyMs, valuesOf = () => [20.5, 50.5, 1013.2, 412] } = many
  const slots = await addBoardSeries(registry, deviceKey)
  for (let first = 0; first < count; first += AT_ONCE) {
    await context.timeSeries.append(
      Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, index) => ({
        deviceKey,
        at: from + (first + index) * everyMs,
        slots,
        values: valuesOf(first + index),
      })),
    )
  }
}
