import type { Db } from '../../../platform/db/schema.ts'

/** Notes who has seen an open episode; one that is closed or acknowledged stays as it is. */
export async function acknowledgeEpisode(
  db: Db,
  own: { readonly userId: string; readonly episodeId: string },
  { at, by }: { readonly at: number; readonly by: string },
): Promise<void> {
  await db
    .updateTable('episode')
    .set({ acknowledged_at: at, acknowledged_by: by })
    .where('id', '=', own.episodeId)
    .where('user_id', '=', own.userId)
    .where('closed_at', 'is', null)
    .where('acknowledged_at', 'is', null)
    .execute()
}

/** Mutes an open episode until an instant, or ends that. */
export async function muteEpisode(
  db: Db,
  { userId, episodeId }: { readonly userId: string; readonly episodeId: string },
  until: number | null,
): Promise<void> {
  await db
    .updateTable('episode')
    .set({ muted_until: until })
    .where('id', '=', episodeId)
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .execute()
}
