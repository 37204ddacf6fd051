import type { Db, Tx } from '../../platform/db/schema.ts'
import { statement } from '../../platform/db/statement.ts'
import type { BoardIdentity } from './board-report.ts'
import type { BoardSource } from './board-owner.ts'

/** An announced fact of a source; undefined for one that it took back. */
export interface AnnouncedFact {
  readonly source: BoardSource
  readonly key: string
  readonly fact: unknown
}

export interface StoredFact extends AnnouncedFact {
  readonly isClaimed: boolean
}

export async function listAnnouncements(db: Db, householdId: string): Promise<StoredFact[]> {
  const rows = await db
    .selectFrom('announcement')
    .innerJoin('board', 'board.id', 'announcement.board_id')
    .select(['announcement.source_kind', 'announcement.source_id', 'announcement.key', 'announcement.fact'])
    .select('board.device_key')
    .where('board.household_id', '=', householdId)
    .orderBy('announcement.announced_at')
    .orderBy('announcement.key')
    .execute()
  return rows.map((row) => ({
    source: { kind: row.source_kind, id: row.source_id },
    key: row.key,
    fact: JSON.parse(row.fact) as unknown,
    isClaimed: row.device_key !== null,
  }))
}

const upsert = statement(
  `insert into announcement (source_kind, source_id, key, board_id, announced_at, fact) values (?, ?, ?, ?, ?, ?)
  on conflict (source_kind, source_id, key)
  do update set board_id = excluded.board_id, announced_at = excluded.announced_at, fact = excluded.fact`,
)

/** Removes facts that are undefined. Returns whether the board is claimed; undefined when it is not listed. */
export async function storeAnnouncements(
  tx: Tx,
  { householdId, board, at }: { readonly householdId: string; readonly board: BoardIdentity; readonly at: number },
  facts: readonly AnnouncedFact[],
): Promise<boolean | undefined> {
  for (const { source, key, fact } of facts) {
    if (fact !== undefined) continue
    await tx
      .deleteFrom('announcement')
      .where('source_kind', '=', source.kind)
      .where('source_id', '=', source.id)
      .where('key', '=', key)
      .execute()
  }
  const row = await tx
    .selectFrom('board')
    .select(['id', 'device_key'])
    .where('household_id', '=', householdId)
    .where('family', '=', board.family)
    .where('external_id', '=', board.externalId)
    .executeTakeFirst()
  if (!row) return undefined
  for (const { source, key, fact } of facts)
    if (fact !== undefined) await upsert(tx, [source.kind, source.id, key, row.id, at, JSON.stringify(fact)])
  return row.device_key !== null
}

export async function deleteAnnouncementsOf(db: Db, { kind, id }: BoardSource): Promise<void> {
  await db.deleteFrom('announcement').where('source_kind', '=', kind).where('source_id', '=', id).execute()
}
