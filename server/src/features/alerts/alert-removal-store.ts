import type { Db } from '../../platform/db/schema.ts'
import { deleteInParts } from '../../platform/db/delete-in-parts.ts'

/** Removes the user's alerts in parts, so that nobody waits while many go. */
export async function deleteAlertsInParts(db: Db, userId: string): Promise<void> {
  await deleteInParts(async (limit) => {
    const some = db.selectFrom('alert').select('id').where('user_id', '=', userId).limit(limit)
    return (await db.deleteFrom('alert').where('id', 'in', some).executeTakeFirst()).numDeletedRows
  })
}
