import type { Db } from '../../platform/db/schema.ts'

/**
 * Corrects newest readings that lie after `latest`, the greatest time that can be now: a clock was ahead when they were
 * stored. Those of some devices, or of all.
 */
export async function repairNewest(db: Db, latest: number, deviceKeys?: readonly number[]): Promise<void> {
  const ahead = await db
    .selectFrom('newest_reading')
    .select('device_key')
    .where('at', '>', latest)
    .$call((query) => (deviceKeys === undefined ? query : query.where('device_key', 'in', deviceKeys)))
    .execute()
  for (const { device_key } of ahead) {
    await db.deleteFrom('newest_reading').where('device_key', '=', device_key).where('at', '>', latest).execute()
    const newest = await db
      .selectFrom('reading')
      .selectAll()
      .where('device_key', '=', device_key)
      .where('at', '<=', latest)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (newest) {
      await db
        .insertInto('newest_reading')
        .values(newest)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }
}
