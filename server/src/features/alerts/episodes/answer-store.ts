import { DAY_MS, WITHDRAW_DAYS } from '@greenhouse/contract'
import type { Db, Tx } from '../../../platform/db/schema.ts'

interface OwnEpisode {
  readonly householdId: string
  readonly episodeId: string
}

export interface OwnEpisodes {
  readonly householdId: string
  readonly episodeIds: readonly string[]
}

/** The person who acknowledges, the time, and their words. */
export interface Acknowledgement {
  readonly at: number
  readonly by: string
  readonly userId: string
  readonly note: string | null
}

/**
 * Acknowledges open episodes of a household; one that is closed or acknowledged by others stays as it is. Its acknowledger may add a note.
 */
export async function acknowledgeEpisodes(
  db: Db,
  { householdId, episodeIds }: OwnEpisodes,
  { at, by, userId, note }: Acknowledgement,
): Promise<void> {
  await db
    .updateTable('episode')
    .set({ acknowledged_at: at, acknowledged_by: by, acknowledged_by_id: userId, acknowledged_note: note })
    .where('id', 'in', episodeIds)
    .where('household_id', '=', householdId)
    .where('closed_at', 'is', null)
    .where('acknowledged_at', 'is', null)
    .execute()
  if (note === null) return
  await db
    .updateTable('episode')
    .set({ acknowledged_note: note })
    .where('id', 'in', episodeIds)
    .where('household_id', '=', householdId)
    .where('acknowledged_by_id', '=', userId)
    .where('closed_at', 'is', null)
    .execute()
}

/** Takes back what a person acknowledged within `WITHDRAW_DAYS`, while it is open. */
export async function withdrawAcknowledgements(
  db: Db,
  { householdId, episodeIds }: OwnEpisodes,
  { userId, now }: { readonly userId: string; readonly now: number },
): Promise<void> {
  await db
    .updateTable('episode')
    .set({ acknowledged_at: null, acknowledged_by: null, acknowledged_by_id: null, acknowledged_note: null })
    .where('id', 'in', episodeIds)
    .where('household_id', '=', householdId)
    .where('acknowledged_by_id', '=', userId)
    .where('acknowledged_at', '>=', now - WITHDRAW_DAYS * DAY_MS)
    .where('closed_at', 'is', null)
    .execute()
}

/** Returns how many of the episodes are of the household. */
export async function countOwn(tx: Tx, householdId: string, episodeIds: readonly string[]): Promise<number> {
  const { count } = await tx
    .selectFrom('episode')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', householdId)
    .where('id', 'in', episodeIds)
    .executeTakeFirstOrThrow()
  return count
}

/** Mutes an open episode until an instant, or ends that. */
export async function muteEpisode(db: Db, { householdId, episodeId }: OwnEpisode, until: number | null): Promise<void> {
  await db
    .updateTable('episode')
    .set({ muted_until: until })
    .where('id', '=', episodeId)
    .where('household_id', '=', householdId)
    .where('closed_at', 'is', null)
    .execute()
}
