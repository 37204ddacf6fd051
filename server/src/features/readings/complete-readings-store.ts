import { metrics, type MetricId } from '@greenhouse/contract'
import type { Tx } from '../../platform/db/schema.ts'
import type { Reading } from './decode.ts'
import { addToRollups, COLUMNS } from './reading-store.ts'

/** A reading whose time was stored before, without some of its values. */
export interface Completed {
  /** As it came. */
  readonly reading: Reading
  /** Only the values that were missing. */
  readonly filled: Reading
  /** As it is stored now. */
  readonly whole: Reading
}

const AT_ONCE = 200
const NOTHING = Object.fromEntries(metrics.map(({ id }) => [id, null])) as Record<MetricId, null>

/**
 * Takes readings whose device and time are stored already. What is missing there is filled in: two sensors of one
 * instant may come as two messages. A value that is there stays; those that say another are returned as conflicting.
 */
export async function completeReadings(
  tx: Tx,
  again: readonly Reading[],
): Promise<{ completed: Completed[]; conflicting: Reading[] }> {
  const completed: Completed[] = []
  const conflicting: Reading[] = []
  for (const [deviceKey, readings] of Map.groupBy(again, (reading) => reading.deviceKey)) {
    for (let from = 0; from < readings.length; from += AT_ONCE) {
      const part = readings.slice(from, from + AT_ONCE)
      const stored = await findReadings(tx, deviceKey, [...new Set(part.map(({ at }) => at))])
      for (const reading of part) {
        const row = stored.get(reading.at)
        if (!row) continue
        const missing = metrics.filter(({ id }) => row[id] === null && reading[id] !== null)
        if (metrics.some(({ id }) => row[id] !== null && reading[id] !== null && row[id] !== reading[id])) {
          conflicting.push(reading)
        }
        if (missing.length === 0) continue
        const values = Object.fromEntries(missing.map(({ id }) => [id, reading[id]]))
        const whole = { ...row, ...values }
        stored.set(reading.at, whole)
        completed.push({ reading, filled: { ...reading, ...NOTHING, ...values }, whole })
      }
    }
  }
  for (const { filled } of completed) await fillIn(tx, filled)
  await addToRollups(
    tx,
    completed.map(({ filled }) => filled),
  )
  return { completed, conflicting }
}

async function findReadings(tx: Tx, deviceKey: number, times: readonly number[]): Promise<Map<number, Reading>> {
  const rows = await tx
    .selectFrom('reading')
    .selectAll()
    .where('device_key', '=', deviceKey)
    .where('at', 'in', times)
    .execute()
  return new Map(
    rows.map((row) => [
      row.at,
      {
        deviceKey,
        at: row.at,
        withoutClock: false,
        temperature: row.temperature,
        humidity: row.humidity,
        airPressure: row.air_pressure,
        airQuality: row.air_quality,
      },
    ]),
  )
}

async function fillIn(tx: Tx, filled: Reading): Promise<void> {
  const values = Object.fromEntries(
    metrics.flatMap(({ id }) => (filled[id] === null ? [] : [[COLUMNS[id], filled[id]] as const])),
  )
  for (const table of ['reading', 'newest_reading'] as const) {
    await tx
      .updateTable(table)
      .set(values)
      .where('device_key', '=', filled.deviceKey)
      .where('at', '=', filled.at)
      .execute()
  }
}
