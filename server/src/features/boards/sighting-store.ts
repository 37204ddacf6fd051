import { toTimestamp, WAITING_READINGS_MS, type HeardOnce } from '@greenhouse/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/schema.ts'
import type { BoardReport } from './board-report.ts'

const SIGHTINGS_MAX = 200
const SIGHTINGS_IN_ALL_MAX = 10_000

export interface Sighting {
  readonly report: BoardReport
  readonly arrivedAt: number
  readonly isRetained: boolean
}

export async function takeSighting(
  tx: Tx,
  householdId: string,
  { family, externalId }: { readonly family: string; readonly externalId: string },
): Promise<Sighting | undefined> {
  const row = await tx
    .deleteFrom('sighting')
    .where('household_id', '=', householdId)
    .where('family', '=', family)
    .where('external_id', '=', externalId)
    .returning(['seen_at', 'report'])
    .executeTakeFirst()
  // Written by insertSighting.
  return row && { report: JSON.parse(row.report) as BoardReport, arrivedAt: row.seen_at, isRetained: false }
}

/** Stores the first sighting of a board; evicts the oldest ones of its user. */
export async function insertSighting(tx: Tx, householdId: string, { report, arrivedAt }: Sighting): Promise<void> {
  const { board, readings, notes = [] } = report
  const { family, externalId } = board
  const seen = { household_id: householdId, seen_at: arrivedAt, report: JSON.stringify({ board, readings, notes }) }
  await tx
    .insertInto('sighting')
    .values({ ...seen, family, external_id: externalId })
    .execute()
  const beyond = await tx
    .selectFrom('sighting')
    .select(['family', 'external_id'])
    .where('household_id', '=', householdId)
    // Keeps the new one even when the clock was set back.
    .where((where) => where.not(where.and({ family, external_id: externalId })))
    .orderBy('seen_at', 'desc')
    .limit(SIGHTINGS_MAX)
    .offset(SIGHTINGS_MAX - 1)
    .execute()
  for (const one of beyond) await takeSighting(tx, householdId, { family: one.family, externalId: one.external_id })
}

export async function listSightings(db: Db, householdId: string): Promise<HeardOnce[]> {
  const rows = await db
    .selectFrom('sighting')
    .select(['family', 'external_id', 'seen_at'])
    .where('household_id', '=', householdId)
    .orderBy('seen_at', 'desc')
    .orderBy('external_id')
    .execute()
  return rows.map((row) => ({ family: row.family, externalId: row.external_id, seenAt: toTimestamp(row.seen_at) }))
}

/** Removes sightings older than a day, and those beyond the total: the oldest of the users with the most. */
export async function deleteOldSightings(db: Db, now: number, max = SIGHTINGS_IN_ALL_MAX): Promise<void> {
  await db
    .deleteFrom('sighting')
    .where('seen_at', '<', now - WAITING_READINGS_MS)
    .execute()
  const { count } = await db
    .selectFrom('sighting')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count <= max) return
  await sql`
    delete from sighting where (household_id, family, external_id) in (
      select household_id, family, external_id from (
        select household_id, family, external_id, seen_at,
          row_number() over (partition by household_id order by seen_at desc) as place
        from sighting
      ) as placed order by place desc, seen_at limit ${sql.lit(count - max)}
    )`.execute(db)
}
