import type { Db } from '../../platform/db/schema.ts'
import type { TimeSeries } from '@greenhouse/timeseries'

/** Approximate bytes of a row with its indexes. */
const BYTES = { alert: 350, episode: 550, care: 400, task: 500 }
/** Bytes of a value with its time and device until it is compressed. */
const BYTES_OF_NEW_VALUE = 8

export function bytesOfValues(count: number): number {
  return count * BYTES_OF_NEW_VALUE
}

export async function estimateUsage(db: Db, timeSeries: TimeSeries, householdId: string): Promise<number> {
  const devices = await db.selectFrom('device').select('key').where('household_id', '=', householdId).execute()
  let bytes = 0
  for (const usage of (await timeSeries.usage(devices.map(({ key }) => key))).values()) bytes += usage.bytes
  return (
    bytes +
    (await countOf(db, 'alert', householdId)) * BYTES.alert +
    (await countOf(db, 'episode', householdId)) * BYTES.episode +
    (await countOf(db, 'care', householdId)) * BYTES.care +
    (await countOf(db, 'task', householdId)) * BYTES.task
  )
}

async function countOf(db: Db, table: keyof typeof BYTES, householdId: string): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  return count
}
