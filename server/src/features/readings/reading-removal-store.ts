import type { Kysely } from 'kysely'
import type { Schema, Tx } from '../../platform/db/schema.ts'

const DELETED_AT_ONCE = 5000

/**
 * Removes the readings of a device in many small transactions, so that nobody waits while millions go; what is summed
 * up of them goes first. What comes in meanwhile may stay.
 */
export async function deleteReadingsInParts(db: Kysely<Schema>, deviceKey: number): Promise<void> {
  await db.deleteFrom('rollup').where('device_key', '=', deviceKey).execute()
  await db.deleteFrom('newest_reading').where('device_key', '=', deviceKey).execute()
  while (true) {
    const last = await db
      .selectFrom('reading')
      .select('at')
      .where('device_key', '=', deviceKey)
      .orderBy('at')
      .offset(DELETED_AT_ONCE)
      .limit(1)
      .executeTakeFirst()
    if (!last) return
    await db.deleteFrom('reading').where('device_key', '=', deviceKey).where('at', '<', last.at).execute()
    // SQLite works in this very thread: others get their turn.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Removes every reading of a device, and what was summed up of them. */
export async function deleteReadings(tx: Tx, deviceKey: number): Promise<void> {
  await tx.deleteFrom('reading').where('device_key', '=', deviceKey).execute()
  await tx.deleteFrom('rollup').where('device_key', '=', deviceKey).execute()
  await tx.deleteFrom('newest_reading').where('device_key', '=', deviceKey).execute()
}
