import type { DeviceConnection } from '@greenhouse/contract'
import type { Db } from '../../platform/db/schema.ts'

interface ConnectedDevice {
  readonly deviceKey: number
  readonly isConnected: boolean
  readonly intervalSeconds: number
  readonly tokenEnd: string | null
  readonly tokenMadeAt: number | null
}

export async function findConnectedDevice(
  db: Db,
  householdId: string,
  deviceId: string,
): Promise<ConnectedDevice | undefined> {
  const row = await db
    .selectFrom('device')
    .select(['key', 'connected', 'wait_seconds', 'token_end', 'token_made_at'])
    .where('id', '=', deviceId)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  return (
    row && {
      deviceKey: row.key,
      isConnected: row.connected === 1,
      intervalSeconds: row.wait_seconds,
      tokenEnd: row.token_end,
      tokenMadeAt: row.token_made_at,
    }
  )
}

/** Returns the most recently seen board that was claimed as the device. */
export async function findBoardOf(db: Db, deviceKey: number): Promise<DeviceConnection['board']> {
  const row = await db
    .selectFrom('board')
    .select(['id', 'family', 'external_id', 'model', 'firmware'])
    .where('device_key', '=', deviceKey)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  if (!row) return null
  const { id: boardId, family, external_id: externalId, model, firmware } = row
  return { boardId, family, externalId, model, firmware }
}

export async function isOnlyHousehold(db: Db, householdId: string): Promise<boolean> {
  const others = await db.selectFrom('household').select('id').where('id', '!=', householdId).limit(1).execute()
  return householdId !== '' && others.length === 0
}

export interface Admitted {
  readonly tokenHash: string
  /** Reporting interval in seconds; undefined for a hub. */
  readonly interval?: number
}

export async function listAdmitted(db: Db, ids: readonly string[]): Promise<Map<string, Admitted>> {
  const devices = await db
    .selectFrom('device')
    .select(['id', 'token_hash', 'wait_seconds'])
    .where('id', 'in', ids)
    .execute()
  const hubs = await db.selectFrom('hub').select(['id', 'token_hash']).where('id', 'in', ids).execute()
  return new Map<string, Admitted>([
    ...devices.map((row) => [row.id, { tokenHash: row.token_hash, interval: row.wait_seconds }] as const),
    ...hubs.map((row) => [row.id, { tokenHash: row.token_hash }] as const),
  ])
}
