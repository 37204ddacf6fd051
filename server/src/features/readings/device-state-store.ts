import type { Tx } from '../../platform/db/schema.ts'
import type { DeviceRef } from '../../platform/device-ref.ts'
import { repairNewest } from './newest-repair-store.ts'

/** A device as it was before the readings of a transaction. */
export interface DeviceState extends DeviceRef {
  readonly deviceName: string
  readonly userId: string
  /** The version of its rules; a cached copy of another version is stale. */
  readonly rulesVersion: number
  /** Time of its newest reading in milliseconds since 1970; -Infinity before the first. */
  readonly newestAt: number
}

/** The devices of a transaction, by key. */
export type DeviceStates = ReadonlyMap<number, DeviceState>

/**
 * Returns the states of the devices that still exist, by key. Newest readings later than `latest` are corrected first:
 * a clock that was ahead must not silence a device for years.
 */
export async function findDeviceStates(tx: Tx, keys: readonly number[], latest = Infinity): Promise<DeviceStates> {
  const devices = await listDeviceStates(tx, keys)
  const ahead = [...devices.values()].filter(({ newestAt }) => newestAt > latest)
  if (ahead.length === 0) return devices
  await repairNewest(
    tx,
    latest,
    ahead.map(({ deviceKey }) => deviceKey),
  )
  return listDeviceStates(tx, keys)
}

async function listDeviceStates(tx: Tx, keys: readonly number[]): Promise<DeviceStates> {
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
