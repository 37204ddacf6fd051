import type { Db } from '../../../platform/db/schema.ts'

/** Notes who has seen an open episode; one that is closed or acknowledged stays as it is. */
export async function acknowledgeEpisode(
  db: Db,
  own: { readonly householdId: string; readonly episodeId: string },
  { at, by }: { readonly at: number; readonly by: string },
): Promise<void> {
  await db
    .updateTable('episode')
    .set({ acknowledged_at: at, acknowledged_by: by })
    .where('id', '=', own.episodeId)
    .where('household_id', '=', own.householdId)
    .where('closed_at', 'is', null)
    .where('acknowledged_at', 'is', null)
    .execute()
}

/** Mutes an open episode until an instant, or ends that. */
export async function muteEpisode(
  db: Db,
  { householdId, episodeId }: { readonly householdId: string; readonly episodeId: string },
  until: number | null,
): Promise<void> {
  await db
    .updateTable('episode')
    .set({ muted_until: until })
    .where('id', '=', episodeId)
    .where('household_id', '=', householdId)
    .where('closed_at', 'is', null)
    .execute()
}
