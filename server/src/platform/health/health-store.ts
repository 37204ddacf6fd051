import type { Db } from '../db/schema.ts'

/** The time that was written last, milliseconds since 1970; 0 when there was none. */
export async function findHealth(db: Db): Promise<number> {
  const row = await db.selectFrom('health').select('at').where('id', '=', 1).executeTakeFirst()
  return row?.at ?? 0
}

/** Writes one row, to know that the store can write. */
export async function writeHealth(db: Db, checkedAt: number): Promise<void> {
  await db
    .insertInto('health')
    .values({ id: 1, at: checkedAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at: checkedAt }))
    .execute()
}
