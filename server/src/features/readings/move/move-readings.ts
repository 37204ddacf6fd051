import { setFlagsFromString } from 'node:v8'
import { boardMetrics } from '@greenhouse/contract'
import type { Db } from '../../../platform/db/schema.ts'
import type { Log } from '../../../platform/log.ts'
import type { BucketSums } from '../../../platform/timeseries/bucket-sums.ts'
import { restoreSums } from '../../../platform/timeseries/restore-sums.ts'
import type { TimeSeries } from '../../../platform/timeseries/timeseries.ts'
import type { Entry, Newest } from '../../../platform/timeseries/types.ts'
import { findReadingsFrom } from '../retention-store.ts'
import { compareSums } from './compare-sums.ts'
import {
  countRows,
  deleteSomeRows,
  dropOldTables,
  findOldNewest,
  findProgress,
  listDeviceKeysFrom,
  listRows,
  listSums,
  OLD_SUMS_MS,
  storeProgress,
  type OldReading,
  type OldSums,
} from './old-rows-store.ts'

export interface MoveOptions {
  readonly db: Db
  readonly timeSeries: TimeSeries
  readonly log: Log
  /** Returns the slot of each metric of `boardMetrics` of a device that is among `used`, and makes those that are missing. */
  readonly slotsOf: (deviceKey: number, used: readonly boolean[]) => Promise<Slots>
}

/** How often the log says how far it is. */
const TOLD_EVERY_MS = 2000

/**
 * Moves the readings of earlier versions, which were rows, to the time series engine. Killed at any step it goes on where it
 * was: what is appended twice is stored once. The rows are removed when all are moved and counts and sums are the same.
 */
export async function moveReadings(options: MoveOptions): Promise<void> {
  const { db, log } = options
  const { phase } = await findProgress(db)
  if (phase === 'done') return
  if (phase === 'copying') {
    const total = await countRows(db, await findReadingsFrom(db))
    if (total > 0) {
      // start.mjs keeps the young generation of V8 small while the server starts. Millions of rows would pass through it
      // with a collection for every megabyte, which takes more time than to move them.
      setFlagsFromString('--semi-space-growth-factor=2')
      log.info({ event: 'readings.move-started', readings: total })
    }
    await copyAll(options, total)
    for (const deviceKey of await listDeviceKeysFrom(db, 0)) await compareSums(options, deviceKey)
    await storeProgress(db, { phase: 'removing', device_key: 0, at: -1 })
    if (total > 0) log.info({ event: 'readings.moved', readings: total })
  }
  for (const deviceKey of await listDeviceKeysFrom(db, 0)) while (await deleteSomeRows(db, deviceKey));
  await db.transaction().execute(async (tx) => {
    await dropOldTables(tx)
    await storeProgress(tx, { phase: 'done', device_key: 0, at: -1 })
  })
}

async function copyAll(options: MoveOptions, total: number): Promise<void> {
  const { db, log } = options
  const begun = await findProgress(db)
  const readingsFrom = await findReadingsFrom(db)
  let [moved, toldAt] = [0, performance.now()]
  const tell = (count: number) => {
    moved += count
    if (performance.now() - toldAt < TOLD_EVERY_MS) return
    toldAt = performance.now()
    log.info({ event: 'readings.moving', moved, readings: total })
  }
  for (const deviceKey of await listDeviceKeysFrom(db, begun.device_key)) {
    const reached = deviceKey === begun.device_key ? begun.at : -1
    if (reached === -1) await moveSums(options, deviceKey, readingsFrom)
    // Earlier rows count as removed: their sums are moved, and the server was stopped before it had deleted them all.
    await moveRows(options, { deviceKey, after: Math.max(reached, readingsFrom - 1) }, tell)
  }
}

/** Moves the sums of readings that were removed, and the newest reading, of which there may be no other trace. */
async function moveSums(options: MoveOptions, deviceKey: number, readingsFrom: number): Promise<void> {
  const { db } = options
  const sums = readingsFrom === -Infinity ? [] : await listSums(db, deviceKey, readingsFrom)
  const newest = await findOldNewest(db, deviceKey)
  const used = boardMetrics.map(
    (_, index) => (newest?.values[index] ?? null) !== null || sums.some(({ metrics }) => metrics[index]!.n > 0),
  )
  const slots = await options.slotsOf(deviceKey, used)
  await restoreSums(db, deviceKey, {
    sums: toBucketSums(sums, slots),
    widthMs: OLD_SUMS_MS,
    newest: newest && newest.at < readingsFrom ? newestOf(newest, slots) : [],
  })
}

async function moveRows(
  { db, timeSeries, slotsOf }: MoveOptions,
  { deviceKey, after }: { deviceKey: number; after: number },
  tell: (count: number) => void,
): Promise<void> {
  let last = after
  while (true) {
    const rows = await listRows(db, deviceKey, last)
    const newest = rows.at(-1)
    if (!newest) return
    const used = boardMetrics.map((_, index) => rows.some(({ values }) => values[index] !== null))
    const slots = await slotsOf(deviceKey, used)
    await timeSeries.append(rows.flatMap((row) => toEntry(deviceKey, row, slots)))
    last = newest.at
    await storeProgress(db, { phase: 'copying', device_key: deviceKey, at: last })
    tell(rows.length)
  }
}

function toEntry(deviceKey: number, { at, values }: OldReading, slots: Slots): Entry[] {
  const [own, sent]: [number[], number[]] = [[], []]
  values.forEach((value, index) => {
    const slot = slots[index]
    if (value === null || slot === undefined) return
    own.push(slot)
    sent.push(value)
  })
  return own.length === 0 ? [] : [{ deviceKey, at, slots: own, values: sent }]
}

type Slots = ReadonlyArray<number | undefined>

function toBucketSums(all: readonly OldSums[], slots: Slots): BucketSums[] {
  return slots.flatMap((slot, index) => {
    if (slot === undefined) return []
    const own = all.flatMap(({ at, metrics }) => (metrics[index]!.n === 0 ? [] : [{ at, ...metrics[index]! }]))
    return {
      slot,
      at: Float64Array.from(own, ({ at }) => at),
      counts: Float64Array.from(own, ({ n }) => n),
      sums: Float64Array.from(own, ({ sum }) => sum),
      lowest: Float64Array.from(own, ({ min }) => min),
      highest: Float64Array.from(own, ({ max }) => max),
    }
  })
}

function newestOf({ at, values }: OldReading, slots: Slots): Newest[] {
  return slots.flatMap((slot, index) => {
    const value = values[index] ?? null
    return slot === undefined || value === null ? [] : { slot, at, value }
  })
}
