import type { Db } from '../../platform/db/schema.ts'

/** Returns the position in the log up to which rules were evaluated; undefined before the first evaluation. */
export async function findPosition(db: Db): Promise<number | undefined> {
  return (await db.selectFrom('alert_position').select('seq').where('id', '=', 1).executeTakeFirst())?.seq
}

/** Stores a position. One that is further on, of another process, stays. */
export async function storePosition(db: Db, seq: number): Promise<void> {
  await db
    .insertInto('alert_position')
    .values({ id: 1, seq })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seq }).where('alert_position.seq', '<', seq))
    .execute()
}
