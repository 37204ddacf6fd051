import type { Db } from './platform/db/schema.ts'

/** Writes one row, to know that the store can write. */
export async function writeHealth(db: Db, at: number): Promise<void> {
  await db
    .insertInto('health')
    .values({ id: 1, at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at }))
    .execute()
}
