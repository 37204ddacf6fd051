import { databaseNow } from '../../platform/db/database-clock.ts'
import type { Db } from '../../platform/db/schema.ts'

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
  /** The reporting process; '' for a single one. */
  readonly nodeId: string
}

export async function noteConnected(db: Db, deviceKeys: readonly number[], { at, nodeId }: SeenBy): Promise<void> {
  await db
    .updateTable('device')
    .set({ connected: 1, connected_to: nodeId, last_seen_at: at })
    .where('key', 'in', deviceKeys)
    .execute()
}

/** Marks devices as disconnected, except those that are connected to another process by now. */
export async function noteLeft(db: Db, deviceKeys: readonly number[], { at, nodeId }: SeenBy): Promise<void> {
  await db
    .updateTable('device')
    .set({ connected: 0, last_seen_at: at })
    .where('key', 'in', deviceKeys)
    .where('connected_to', '=', nodeId)
    .execute()
}

/** Clears connections of before a crash; `nodeId` is null for a single process. */
export async function clearConnected(db: Db, nodeId: string | null): Promise<void> {
  await db
    .updateTable('device')
    .set({ connected: 0 })
    .where('connected', '=', 1)
    .$if(nodeId !== null, (query) => query.where('connected_to', '=', nodeId ?? ''))
    .execute()
}

/** Marks devices as disconnected whose process was not seen for `ms`. Returns their number. */
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
