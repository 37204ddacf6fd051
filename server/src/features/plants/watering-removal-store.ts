import type { Db } from '../../platform/db/schema.ts'
import { deleteInParts } from '../../platform/db/delete-in-parts.ts'

/** Removes what was noted of the user's waterings, plants at a time, so that nobody waits while many go. */
export async function deleteWateringsInParts(db: Db, userId: string): Promise<void> {
  await deleteInParts(async (limit) => {
    const some = db
      .selectFrom('watering')
      .select('at')
      .where('user_id', '=', userId)
      .orderBy('at')
      .offset(limit)
      .limit(1)
    const last = await some.executeTakeFirst()
    const part = db.deleteFrom('watering').where('user_id', '=', userId)
    const { numDeletedRows } = await (last ? part.where('at', '<=', last.at) : part).executeTakeFirstOrThrow()
    return last ? numDeletedRows : 0n
  })
}
