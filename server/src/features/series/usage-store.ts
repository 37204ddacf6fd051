import type { Db } from '../../platform/db/schema.ts'
import type { TimeSeries } from '@greenhouse/timeseries'

/** Approximate bytes of a row with its indexes. */
const BYTES = { alert: 350, episode: 550, watering: 120 }
/** Bytes of a value with its time and device until it is compressed. */
const BYTES_OF_NEW_VALUE = 8

export function bytesOfValues(count: number): number {
  return count * BYTES_OF_NEW_VALUE
}

export async function estimateUsage(db: Db, timeSeries: TimeSeries, userId: string): Promise<number> {
  const devices = await db.selectFrom('device').select('key').where('user_id', '=', userId).execute()
  let bytes = 0
  for (const usage of (await timeSeries.usage(devices.map(({ key }) => key))).values()) bytes += usage.bytes
  return (
    bytes +
    (await countOf(db, 'alert', userId)) * BYTES.alert +
    (await countOf(db, 'episode', userId)) * BYTES.episode +
    (await countOf(db, 'watering', userId)) * BYTES.watering
  )
}

async function countOf(db: Db, table: keyof typeof BYTES, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}
