import { toTimestamp, type Hub } from '@greenhouse/contract'
import type { Selectable } from 'kysely'
import { lockOwner } from '../../platform/db/lock-owner.ts'
import type { Db, Schema, Tx } from '../../platform/db/schema.ts'
import { deleteAnnouncementsOf } from './announcement-store.ts'
import { listStatement } from '../../platform/db/statement.ts'

export interface HubRef {
  readonly hubId: string
  readonly userId: string
}

export async function listHubs(db: Db, userId: string): Promise<Hub[]> {
  const rows = await db
    .selectFrom('hub')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toHub)
}

/** Adds a hub unless the user has `max` already; undefined then. */
export async function insertHub(
  tx: Tx,
  userId: string,
  hub: { id: string; name: string; tokenHash: string; createdAt: number; max: number },
): Promise<Hub | undefined> {
  await lockOwner(tx, userId)
  const { count } = await tx
    .selectFrom('hub')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count >= hub.max) return undefined
  const row = await tx
    .insertInto('hub')
    .values({
      id: hub.id,
      user_id: userId,
      name: hub.name,
      token_hash: hub.tokenHash,
      created_at: hub.createdAt,
      last_seen_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toHub(row)
}

export async function deleteHub(db: Db, userId: string, hubId: string): Promise<boolean> {
  const removed = await db.deleteFrom('hub').where('id', '=', hubId).where('user_id', '=', userId).executeTakeFirst()
  if (removed.numDeletedRows === 0n) return false
  await deleteAnnouncementsOf(db, { kind: 'hub', id: hubId })
  return true
}

export async function deleteHubs(db: Db, userId: string): Promise<string[]> {
  const rows = await db.deleteFrom('hub').where('user_id', '=', userId).returning('id').execute()
  for (const { id } of rows) await deleteAnnouncementsOf(db, { kind: 'hub', id })
  return rows.map(({ id }) => id)
}

const selectByTokenHash = listStatement<{ id: string; user_id: string; token_hash: string }>(
  (list) => `select id, user_id, token_hash from hub where token_hash in (${list})`,
)

export async function findHubsByTokenHash(db: Db, hashes: readonly string[]): Promise<Map<string, HubRef>> {
  const rows = await selectByTokenHash(db, hashes)
  return new Map(rows.map((row) => [row.token_hash, { hubId: row.id, userId: row.user_id }]))
}

export async function noteHubSeen(db: Db, hubId: string, at: number): Promise<void> {
  await db.updateTable('hub').set({ last_seen_at: at }).where('id', '=', hubId).execute()
}

function toHub(row: Selectable<Schema['hub']>): Hub {
  return {
    hubId: row.id,
    name: row.name,
    createdAt: toTimestamp(row.created_at),
    lastSeenAt: toTimestamp(row.last_seen_at),
  }
}
