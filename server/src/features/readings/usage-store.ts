import type { Db } from '../../platform/db/schema.ts'
import { LEVELS } from './rollup.ts'

/** What rows take in the file, roughly: a reading without its values, a value, a row of a rollup, of an alert, of a watering. */
const BYTES = { reading: 24, value: 9, rollup: 160, alert: 350, watering: 120 }
/** A row of the coarser rollup stands for at most so many of the finer one. */
const FINER_MAX = LEVELS[0] / LEVELS[1]

/** Bytes of so many readings with all their values, without what they add to rollups. */
export function bytesOfReadings(count: number): number {
  return count * (BYTES.reading + 4 * BYTES.value)
}

/** PostgreSQL returns sums as text, and both databases return null for no rows. */
type Sum = number | string | null

/**
 * Estimates the bytes that a user's readings, rollups, alerts and waterings take. The coarse rollups hold how many
 * readings and values there are: four rows a day and device are read, not the readings.
 */
export async function estimateUsage(db: Db, userId: string): Promise<number> {
  const rollups = await db
    .selectFrom('rollup')
    .innerJoin('device', 'device.key', 'rollup.device_key')
    .select(({ fn, eb, val }) => [
      fn.countAll<number>().as('coarse'),
      fn.sum<Sum>('readings').as('readings'),
      fn.sum<Sum>('temperature_n').as('temperature'),
      fn.sum<Sum>('humidity_n').as('humidity'),
      fn.sum<Sum>('air_pressure_n').as('airPressure'),
      fn.sum<Sum>('air_quality_n').as('airQuality'),
      fn
        .sum<Sum>(eb.case().when('readings', '>', FINER_MAX).then(val(FINER_MAX)).else(eb.ref('readings')).end())
        .as('fine'),
    ])
    .where('device.user_id', '=', userId)
    .where('rollup.level_ms', '=', LEVELS[0])
    .executeTakeFirstOrThrow()
  const counts = [rollups.temperature, rollups.humidity, rollups.airPressure, rollups.airQuality].map(Number)
  const values = counts.reduce((sum, count) => sum + count, 0)
  return (
    Number(rollups.readings) * BYTES.reading +
    values * BYTES.value +
    (rollups.coarse + Number(rollups.fine)) * BYTES.rollup +
    (await countOf(db, 'alert', userId)) * BYTES.alert +
    (await countOf(db, 'watering', userId)) * BYTES.watering
  )
}

async function countOf(db: Db, table: 'alert' | 'watering', userId: string): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}
