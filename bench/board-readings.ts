import { randomUUID } from 'node:crypto'
import { findDevicesByTokenHash } from '../server/src/features/devices/device-store.ts'
import { hashDeviceToken } from '../server/src/features/devices/device-token.ts'
import { SeriesRegistry } from '../server/src/features/series/registry/series-registry.ts'
import type { Db } from '../server/src/platform/db/schema.ts'
import { LIMITS, type TimeSeries, type Column, type Entry } from '@greenhouse/timeseries'
import { ChunkMerge } from '@greenhouse/timeseries/testing'
import { addBoardSeries } from '../server/test/stored-readings.ts'
import { boardWorkload, type WorkloadMessage } from './series-workloads.ts'

const DAY_MS = 86_400_000
const EVERY_MS = 10_000
const GROUP = 5000

export interface BoardSlots {
  readonly deviceKey: number
  readonly slots: readonly number[]
}

/** Finds the devices of these tokens and adds their four series. */
export async function slotsOfBoards(db: Db, deviceTokens: readonly string[]): Promise<BoardSlots[]> {
  const registry = new SeriesRegistry(db, randomUUID)
  const boards: BoardSlots[] = []
  for (const deviceToken of deviceTokens) {
    const hash = hashDeviceToken(deviceToken)
    const device = (await findDevicesByTokenHash(db, [hash])).get(hash)
    if (!device) throw new Error('A device is not in the database.')
    boards.push({ deviceKey: device.deviceKey, slots: await addBoardSeries(registry, device.deviceKey) })
  }
  return boards
}

/** Stores days of readings every 10 s directly in chunks, not through the log. */
export async function fillChunks(
  db: Db,
  { deviceKey, slots }: BoardSlots,
  { end, days }: { end: number; days: number },
): Promise<void> {
  const messages = boardWorkload.messages(deviceKey, end - days * DAY_MS)
  const limits = { ...LIMITS, stepWrites: Number.POSITIVE_INFINITY }
  for (let day = 0; day < days; day++) {
    const columns = columnsOf(messages, slots)
    await db.transaction().execute((tx) => new ChunkMerge(tx, deviceKey, limits).merge(columns))
  }
}

/** Appends readings after `from`, of each board in turn, until the log has this size in bytes. Returns their number. */
export async function fillLog(
  timeSeries: TimeSeries,
  boards: readonly BoardSlots[],
  { from, bytes }: { from: number; bytes: number },
): Promise<number> {
  const sources = boards.map(({ deviceKey, slots }) => ({
    deviceKey,
    slots,
    messages: boardWorkload.messages(deviceKey, from),
  }))
  let readings = 0
  while (timeSeries.gauges().logBytes < bytes) {
    const entries = Array.from({ length: GROUP }, (_, index): Entry => {
      const { deviceKey, slots, messages } = sources[index % sources.length]!
      const { at, values } = messages.next().value
      return { deviceKey, at, slots, values }
    })
    await timeSeries.append(entries)
    readings += entries.length
  }
  return readings
}

function columnsOf(messages: Generator<WorkloadMessage, never>, slots: readonly number[]): Column[] {
  const count = DAY_MS / EVERY_MS
  const at = new Float64Array(count)
  const columns = slots.map((slot): Column => ({ slot, at, values: new Float64Array(count) }))
  for (let index = 0; index < count; index++) {
    const message = messages.next().value
    at[index] = message.at
    for (const [place, value] of message.values.entries()) columns[place]!.values[index] = value
  }
  return columns
}
