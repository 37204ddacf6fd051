import { pagesOf } from '../../platform/db/pages.ts'
import type { Db } from '../../platform/db/schema.ts'

const PAGE = 5000

/** Removes the waterings of the user's plants in pages, so that other requests are not blocked. */
export async function deleteWateringsInParts(db: Db, userId: string): Promise<void> {
  const oldest = () =>
    db.selectFrom('watering').select('at').where('user_id', '=', userId).orderBy('at').limit(PAGE).execute()
  for await (const { last } of pagesOf(PAGE, oldest)) {
    await db.deleteFrom('watering').where('user_id', '=', userId).where('at', '<=', last.at).execute()
  }
}
