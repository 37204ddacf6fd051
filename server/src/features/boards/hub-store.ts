import { toTimestamp, type Hub } from '@greenhouse/contract'
import type { Selectable } from 'kysely'
import { lockHousehold } from '../../platform/db/owners.ts'
import type { Db, Schema, Tx } from '../../platform/db/schema.ts'
import { deleteAnnouncementsOf } from './announcement-store.ts'
import { listStatement } from '../../platform/db/statement.ts'

export interface HubRef {
  readonly hubId: string
  readonly householdId: string
}

export async function listHubs(db: Db, householdId: string): Promise<Hub[]> {
  const rows = await db
    .selectFrom('hub')
    .selectAll()
    .where('household_id', '=', householdId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toHub)
}

/** Adds a hub unless the household has `max` already; undefined then. */
export async function insertHub(
  tx: Tx,
  householdId: string,
  hub: { id: string; name: string; tokenHash: string; createdAt: number; max: number },
): Promise<Hub | undefined> {
  await lockHousehold(tx, householdId)
  const { count } = await tx
    .selectFrom('hub')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  if (count >= hub.max) return undefined
  const row = await tx
    .insertInto('hub')
    .values({
      id: hub.id,
      household_id: householdId,
      name: hub.name,
      token_hash: hub.tokenHash,
      created_at: hub.createdAt,
      last_seen_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toHub(row)
}

export async function deleteHub(db: Db, householdId: string, hubId: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('hub')
    .where('id', '=', hubId)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) return false
  await deleteAnnouncementsOf(db, { kind: 'hub', id: hubId })
  return true
}

export async function deleteHubs(db: Db, householdId: string): Promise<string[]> {
  const rows = await db.deleteFrom('hub').where('household_id', '=', householdId).returning('id').execute()
  for (const { id } of rows) await deleteAnnouncementsOf(db, { kind: 'hub', id })
  return rows.map(({ id }) => id)
}

const selectByTokenHash = listStatement<{ id: string; household_id: string; token_hash: string }>(
  (list) => `select id, household_id, token_hash from hub where token_hash in (${list})`,
)

export async function findHubsByTokenHash(db: Db, hashes: readonly string[]): Promise<Map<string, HubRef>> {
  const rows = await selectByTokenHash(db, hashes)
  return new Map(rows.map((row) => [row.token_hash, { hubId: row.id, householdId: row.household_id }]))
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
