import { toTimestamp, type NewestReading } from '@greenhouse/contract'
import type { Db } from '../../../platform/db/schema.ts'

type NewestDevice = Pick<
  NewestReading,
  'deviceId' | 'deviceName' | 'deviceDesc' | 'deviceCreateDateTime' | 'deviceWaitTime'
> & { readonly key: number }

/** The devices of a household in the order in which they were added, as the list of newest readings shows them. */
export async function listNewestDevices(db: Db, householdId: string): Promise<NewestDevice[]> {
  const rows = await db
    .selectFrom('device')
    .select(['key', 'id', 'name', 'description', 'created_at', 'wait_seconds'])
    .where('household_id', '=', householdId)
    .where('plant_id', 'is', null)
    .orderBy('created_at')
    .orderBy('key')
    .execute()
  return rows.map((row) => ({
    key: row.key,
    deviceId: row.id,
    deviceName: row.name,
    deviceDesc: row.description,
    deviceCreateDateTime: toTimestamp(row.created_at),
    deviceWaitTime: String(row.wait_seconds),
  }))
}
