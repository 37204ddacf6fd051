import type { Tx } from '../../platform/db/schema.ts'
import type { DeviceRef } from '../../platform/device-ref.ts'

/** A device as it was before the readings of a transaction. */
export interface DeviceState extends DeviceRef {
  readonly deviceName: string
  readonly userId: string
  /** The version of its rules; a cached copy of another version is stale. */
  readonly rulesVersion: number
  /** Time of its newest reading in milliseconds since 1970; -Infinity before the first. */
  readonly newestAt: number
}

/** Returns the states of the devices that still exist, by key. */
export async function findDeviceStates(tx: Tx, keys: readonly number[]): Promise<Map<number, DeviceState>> {
  // A list of readings may be empty, and an empty "in" is no SQL.
  if (keys.length === 0) return new Map()
  const rows = await tx
    .selectFrom('device')
    .leftJoin('newest_reading', 'newest_reading.device_key', 'device.key')
    .select(['device.key', 'device.id', 'device.name', 'device.user_id', 'device.rules_version', 'newest_reading.at'])
    .where('device.key', 'in', keys)
    .execute()
  return new Map(
    rows.map((row) => [
      row.key,
      {
        deviceKey: row.key,
        deviceId: row.id,
        deviceName: row.name,
        userId: row.user_id,
        rulesVersion: row.rules_version,
        newestAt: row.at ?? -Infinity,
      },
    ]),
  )
}
