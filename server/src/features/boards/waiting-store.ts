import type { Db } from '../../platform/db/schema.ts'
import type { DeviceRef } from '../../platform/device-ref.ts'

export interface UnmovedBoard {
  readonly boardId: string
  readonly device: DeviceRef
}

export async function listUnmoved(db: Db): Promise<UnmovedBoard[]> {
  const rows = await db
    .selectFrom('board')
    .innerJoin('device', 'device.key', 'board.device_key')
    .select(['board.id', 'device.id as device_id', 'device.key'])
    .where('board.waiting', '>', 0)
    .execute()
  return rows.map((row) => ({ boardId: row.id, device: { deviceId: row.device_id, deviceKey: row.key } }))
}

/** Returns unclaimed boards with stored readings that were not seen since an instant (milliseconds since 1970). */
export async function listSilentBoards(
  db: Db,
  since: number,
): Promise<Array<{ boardId: string; householdId: string }>> {
  const rows = await db
    .selectFrom('board')
    .select(['id', 'household_id'])
    .where('waiting', '>', 0)
    .where('device_key', 'is', null)
    .where('last_seen_at', '<', since)
    .execute()
  return rows.map((row) => ({ boardId: row.id, householdId: row.household_id }))
}

export async function updateWaiting(db: Db, boardId: string, waiting: number): Promise<void> {
  await db.updateTable('board').set({ waiting }).where('id', '=', boardId).execute()
}
