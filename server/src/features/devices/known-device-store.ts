import type { Db } from '../../platform/db/schema.ts'
import type { DeviceRef } from '../../platform/device-ref.ts'

export interface KnownDevice extends DeviceRef {
  readonly deviceName: string
  readonly householdId: string
  readonly waitSeconds: number
  /** A cached copy of another version is stale. */
  readonly rulesVersion: number
}

/** Few list lengths make few statements, each prepared once by SQLite. */
const AT_ONCE = [64, 8, 1] as const

export async function readDevices(db: Db, keys: readonly number[]): Promise<KnownDevice[]> {
  const devices: KnownDevice[] = []
  for (let from = 0; from < keys.length;) {
    const size = AT_ONCE.find((candidate) => candidate <= keys.length - from) ?? 1
    const rows = await db
      .selectFrom('device')
      .select(['key', 'id', 'name', 'household_id', 'wait_seconds', 'rules_version'])
      .where('key', 'in', keys.slice(from, from + size))
      .execute()
    for (const row of rows) {
      const { key, id, name, household_id: householdId, wait_seconds: waitSeconds, rules_version: rulesVersion } = row
      devices.push({ deviceKey: key, deviceId: id, deviceName: name, householdId, waitSeconds, rulesVersion })
    }
    from += size
  }
  return devices
}

const IDS_AT_ONCE = 500

export async function findDeviceKeys(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const keys = new Map<string, number>()
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const some = ids.slice(from, from + IDS_AT_ONCE)
    const rows = await db.selectFrom('device').select(['id', 'key']).where('id', 'in', some).execute()
    for (const { id, key } of rows) keys.set(id, key)
  }
  return keys
}

export async function listKeysOfMembers(db: Db, householdIds: readonly string[]): Promise<number[]> {
  const keys: number[] = []
  for (let from = 0; from < householdIds.length; from += IDS_AT_ONCE) {
    const some = householdIds.slice(from, from + IDS_AT_ONCE)
    const rows = await db.selectFrom('device').select('key').where('household_id', 'in', some).execute()
    for (const { key } of rows) keys.push(key)
  }
  return keys
}
