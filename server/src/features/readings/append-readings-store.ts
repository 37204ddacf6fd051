import { boardMetrics, type BoardMetricId } from '@greenhouse/contract'
import { insertRows, type Value } from '../../platform/db/insert-rows.ts'
import type { ReadingTable, Tx } from '../../platform/db/schema.ts'
import type { Reading } from './decode-board.ts'
import { rollUp, type Rollup } from './rollup.ts'

/** A reading whose time was stored before, without some of its values. */
export interface Completed {
  /** As it came. */
  readonly reading: Reading
  /** Only the values that were missing. */
  readonly filled: Reading
  /** As it is stored now. */
  readonly whole: Reading
}

/** What became of readings that were appended. */
export interface Appended {
  /** Those that were new. */
  readonly fresh: readonly Reading[]
  /** Those that added values to a reading of the same time. */
  readonly completed: readonly Completed[]
  /** Those that differ from what was stored for their time before. */
  readonly conflicting: readonly Reading[]
  /** The fresh and the completed ones as they are stored now: what came in several messages is one reading. */
  readonly current: readonly Reading[]
}

/** The column of each metric. */
export const COLUMNS = {
  temperature: 'temperature',
  humidity: 'humidity',
  airPressure: 'air_pressure',
  airQuality: 'air_quality',
} as const satisfies Record<BoardMetricId, keyof ReadingTable>
const names = boardMetrics.map(({ id }) => COLUMNS[id])
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
    'readings',
    ...names.flatMap((name) => [`${name}_n`, `${name}_sum`, `${name}_min`, `${name}_max`]),
  ],
  ending: `on conflict (device_key, level_ms, at) do update set ${['readings = rollup.readings + excluded.readings', ...names.flatMap(mergeOf)].join(', ')}`,
})
const READ_AT_ONCE = 200
const NO_VALUES = Object.fromEntries(boardMetrics.map(({ id }) => [id, null])) as Record<BoardMetricId, null>

/**
 * Appends readings in the transaction given: rows, newest values and rollups. A reading of the same device and time is
 * stored once; what a repetition adds to it is filled in.
 */
export async function appendReadings(tx: Tx, readings: readonly Reading[]): Promise<Appended> {
  const fresh = await storeReadings(tx, readings)
  if (fresh.length === readings.length) return { fresh, completed: [], conflicting: [], current: fresh }
  const isFresh = new Set(fresh)
  const repeated = readings.filter((reading) => !isFresh.has(reading))
  const { completed, conflicting } = await completeReadings(tx, repeated)
  return { fresh, completed, conflicting, current: currentOf(fresh, completed) }
}

/** Inserts readings, moves the newest values and feeds the rollups. Returns those that were new. */
export async function storeReadings(tx: Tx, readings: readonly Reading[]): Promise<Reading[]> {
  const inserted = await insertReadings(tx, readings.map(toColumns))
  const isNew = new Set(inserted.map(({ device_key, at }) => `${device_key} ${at}`))
  // Twice the same in one group: the first was stored, the second is a repetition.
  const fresh = readings.filter(({ deviceKey, at }) => isNew.delete(`${deviceKey} ${at}`))
  if (fresh.length === 0) return fresh
  await upsertNewest(tx, newestOf(fresh).map(toColumns))
  await addToRollups(tx, rollUp(fresh))
  return fresh
}

/** Adds to the rollups that are stored. */
async function addToRollups(tx: Tx, rollups: readonly Rollup[]): Promise<void> {
  await upsertRollups(
    tx,
    rollups.map(({ deviceKey, levelMs, at, readings, summaries }) => [
      deviceKey,
      levelMs,
      at,
      readings,
      ...boardMetrics.flatMap(({ id }) => {
        const { n, sum, min, max } = summaries[id]
        return [n, sum, min, max]
      }),
    ]),
  )
}

/**
 * Fills in what readings add to those of the same device and time that are stored already: two sensors of one instant
 * may come as two messages. A stored value stays; readings with another value are returned as conflicting.
 */
async function completeReadings(
  tx: Tx,
  repeated: readonly Reading[],
): Promise<{ completed: Completed[]; conflicting: Reading[] }> {
  const completed: Completed[] = []
  const conflicting: Reading[] = []
  for (const [deviceKey, readings] of Map.groupBy(repeated, (reading) => reading.deviceKey)) {
    for (let from = 0; from < readings.length; from += READ_AT_ONCE) {
      const part = readings.slice(from, from + READ_AT_ONCE)
      const stored = await findReadings(tx, deviceKey, [...new Set(part.map(({ at }) => at))])
      for (const reading of part) {
        const row = stored.get(reading.at)
        if (!row) continue
        const missing = boardMetrics.filter(({ id }) => row[id] === null && reading[id] !== null)
        if (boardMetrics.some(({ id }) => row[id] !== null && reading[id] !== null && row[id] !== reading[id])) {
          conflicting.push(reading)
        }
        if (missing.length === 0) continue
        const values = Object.fromEntries(missing.map(({ id }) => [id, reading[id]]))
        const whole = { ...row, ...values }
        stored.set(reading.at, whole)
        completed.push({ reading, filled: { ...reading, ...NO_VALUES, ...values }, whole })
      }
    }
  }
  for (const { filled } of completed) await fillIn(tx, filled)
  // They add values to readings that were counted when they came.
  const added = rollUp(completed.map(({ filled }) => filled))
  await addToRollups(
    tx,
    added.map((rollup) => ({ ...rollup, readings: 0 })),
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
    boardMetrics.flatMap(({ id }) => (filled[id] === null ? [] : [[COLUMNS[id], filled[id]] as const])),
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

function currentOf(fresh: readonly Reading[], completed: readonly Completed[]): readonly Reading[] {
  if (completed.length === 0) return fresh
  const current = new Map<string, Reading>()
  for (const reading of [...fresh, ...completed.map(({ whole }) => whole)]) {
    current.set(`${reading.deviceKey} ${reading.at}`, reading)
  }
  return [...current.values()]
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
  return [reading.deviceKey, reading.at, ...boardMetrics.map(({ id }) => reading[id])]
}
