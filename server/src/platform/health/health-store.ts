import type { Db } from '../db/schema.ts'

/** Returns the last written time, milliseconds since 1970; 0 for none. */
export async function findHealth(db: Db): Promise<number> {
  const row = await db.selectFrom('health').select('at').where('id', '=', 1).executeTakeFirst()
  return row?.at ?? 0
}

/** Writes one row, to prove that the store can write. */
export async function writeHealth(db: Db, checkedAt: number): Promise<void> {
  await db
    .insertInto('health')
    .values({ id: 1, at: checkedAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at: checkedAt }))
    .execute()
}
