import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/db/schema.ts'

const DELETED_AT_ONCE = 1000

/** Removes the alerts of everybody before an instant, in parts, and returns how many went. */
export async function deleteAlertsBefore(
  db: Kysely<Schema>,
  before: number,
  isClosing: () => boolean,
): Promise<number> {
  let removed = 0
  // By person: there is an index for the alerts of one, and none for the oldest of all.
  for (const { id: userId } of await db.selectFrom('user').select('id').execute()) {
    while (!isClosing()) {
      const part = await db
        .selectFrom('alert')
        .select('id')
        .where('user_id', '=', userId)
        .where('at', '<', before)
        .orderBy('at')
        .limit(DELETED_AT_ONCE)
        .execute()
      if (part.length === 0) break
      const ids = part.map(({ id }) => id)
      await db.deleteFrom('alert').where('id', 'in', ids).execute()
      removed += part.length
      // SQLite works in this very thread: others get their turn.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return removed
}
