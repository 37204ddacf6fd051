import { pagesOf } from '../../platform/db/pages.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Alerts removed at once. */
const PAGE = 1000

/** Removes the alerts of everybody before an instant, in parts, until the signal aborts. Returns how many were removed. */
export async function deleteAlertsBefore(db: Db, before: number, signal: AbortSignal): Promise<number> {
  let removed = 0
  // By household: there is an index for the alerts of one, and none for the oldest of all.
  for (const { id: householdId } of await db.selectFrom('household').select('id').execute()) {
    removed += await deleteAlertsInParts(db, householdId, { before, signal })
  }
  return removed
}

/** Removes the household's alerts in parts, so that other requests do not wait while many are removed. Returns how many. */
export async function deleteAlertsInParts(
  db: Db,
  householdId: string,
  { before = Number.MAX_SAFE_INTEGER, signal }: { before?: number; signal?: AbortSignal } = {},
): Promise<number> {
  let removed = 0
  const oldest = () =>
    db
      .selectFrom('alert')
      .select('id')
      .where('household_id', '=', householdId)
      .where('at', '<', before)
      .orderBy('at')
      .limit(PAGE)
      .execute()
  for await (const { rows } of pagesOf(PAGE, oldest)) {
    if (signal?.aborted) break
    const ids = rows.map(({ id }) => id)
    await db.deleteFrom('alert').where('id', 'in', ids).execute()
    removed += rows.length
  }
  return removed
}
