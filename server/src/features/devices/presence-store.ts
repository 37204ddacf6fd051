import { databaseNow } from '../../platform/db/database-clock.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Notes when a device was seen, by whatever it came through, and whether it is connected. */
export async function noteSeen(
  db: Db,
  deviceKey: number,
  { connected, at }: { connected?: boolean; at: number },
): Promise<void> {
  await db
    .updateTable('device')
    .set({
      ...(connected === undefined ? {} : { connected: Number(connected) }),
      last_seen_at: at,
    })
    .where('key', '=', deviceKey)
    .execute()
}

interface SeenBy {
  readonly at: number
  /** The process that has seen them; '' for the only one. */
  readonly nodeId: string
}

/** Notes that devices are connected to a process. */
export async function noteConnected(db: Db, deviceKeys: readonly number[], { at, nodeId }: SeenBy): Promise<void> {
  await db
    .updateTable('device')
    .set({ connected: 1, connected_to: nodeId, last_seen_at: at })
    .where('key', 'in', deviceKeys)
    .execute()
}

/** Notes that devices have left a process, but for those that are connected to another one by now. */
export async function noteLeft(db: Db, deviceKeys: readonly number[], { at, nodeId }: SeenBy): Promise<void> {
  await db
    .updateTable('device')
    .set({ connected: 0, last_seen_at: at })
    .where('key', 'in', deviceKeys)
    .where('connected_to', '=', nodeId)
    .execute()
}

/**
 * After a start nobody is connected yet, whatever was noted before a crash.
 *
 * @param nodeId the process that starts; null for the only one
 */
export async function clearConnected(db: Db, nodeId: string | null): Promise<void> {
  await db
    .updateTable('device')
    .set({ connected: 0 })
    .where('connected', '=', 1)
    .$if(nodeId !== null, (query) => query.where('connected_to', '=', nodeId ?? ''))
    .execute()
}

/** Notes that devices are not connected any more whose process was not seen for `ms`. Returns how many they are. */
export async function clearConnectedToGone(db: Db, ms: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('device')
    .set({ connected: 0 })
    .where('connected', '=', 1)
    .where('connected_to', '<>', '')
    .where('connected_to', 'not in', ({ selectFrom }) =>
      selectFrom('node')
        .select('id')
        .where('seen_at', '>=', ({ eb }) => eb(databaseNow(db), '-', ms)),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
