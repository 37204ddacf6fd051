import { pagesOf } from '../../../platform/db/pages.ts'
import type { Db, Tx } from '../../../platform/db/schema.ts'

/** Episodes removed at once, with what was sent about them. */
const PAGE = 1000

/** Removes the episodes of everybody that were over before an instant, in parts, until the signal aborts. Returns how many. */
export async function deleteEpisodesBefore(db: Db, before: number, signal: AbortSignal): Promise<number> {
  let removed = 0
  // By household: there is an index for the episodes of one.
  for (const { id: householdId } of await db.selectFrom('household').select('id').execute()) {
    removed += await deleteEpisodesInParts(db, householdId, { closedBefore: before, signal })
  }
  return removed
}

/** Removes the household's episodes in parts, or those that were over before an instant. Returns how many. */
export async function deleteEpisodesInParts(
  db: Db,
  householdId: string,
  { closedBefore, signal }: { closedBefore?: number; signal?: AbortSignal } = {},
): Promise<number> {
  let removed = 0
  const oldest = () =>
    db
      .selectFrom('episode')
      .select('id')
      .where('household_id', '=', householdId)
      .$if(closedBefore !== undefined, (query) =>
        // Closed episodes opened earlier: this limits the range of the index.
        query.where('opened_at', '<', closedBefore ?? 0).where('closed_at', '<', closedBefore ?? 0),
      )
      .orderBy('opened_at')
      .limit(PAGE)
      .execute()
  for await (const { rows } of pagesOf(PAGE, oldest)) {
    if (signal?.aborted) break
    const ids = rows.map(({ id }) => id)
    await db.deleteFrom('episode').where('id', 'in', ids).execute()
    removed += rows.length
  }
  return removed
}

/** Removes episodes with the messages about them. */
export async function deleteEpisodes(tx: Tx, episodeIds: readonly string[]): Promise<void> {
  if (episodeIds.length === 0) return
  await tx.deleteFrom('episode').where('id', 'in', episodeIds).execute()
}
