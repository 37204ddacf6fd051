import type { Db } from '../../../platform/db/schema.ts'

/** Returns the position in a partition of the log up to which rules were evaluated; undefined before the first evaluation. */
export async function findPosition(db: Db, partition: number): Promise<number | undefined> {
  const row = await db.selectFrom('alert_position').select('seq').where('partition', '=', partition).executeTakeFirst()
  return row?.seq
}

/** Stores a position. One that is further on, of another process, stays. */
export async function storePosition(db: Db, partition: number, seq: number): Promise<void> {
  await db
    .insertInto('alert_position')
    .values({ partition, seq })
    .onConflict((conflict) => conflict.column('partition').doUpdateSet({ seq }).where('alert_position.seq', '<', seq))
    .execute()
}
