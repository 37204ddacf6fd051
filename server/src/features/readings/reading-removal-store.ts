import { metrics } from '@greenhouse/contract'
import { sql, type Kysely } from 'kysely'
import { DELETED_AT_ONCE } from '../../platform/db/delete-in-parts.ts'
import type { Schema, Tx } from '../../platform/db/schema.ts'
import { COLUMNS } from './append-readings-store.ts'
import { LEVELS } from './rollup.ts'

const [COARSE, FINE] = LEVELS
const names = metrics.map(({ id }) => COLUMNS[id])

/**
 * Removes the readings of a device in many small transactions, oldest first, so that nobody waits while millions go.
 * What is summed up of them goes in the same transaction: killed in the middle, charts show what is left. The last part
 * stays for deleteReadings, and so does what comes in meanwhile.
 */
export async function deleteReadingsInParts(db: Kysely<Schema>, deviceKey: number): Promise<void> {
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
    const before = Math.ceil((last.at + 1) / FINE) * FINE
    await db.transaction().execute((tx) => deletePart(tx, deviceKey, before))
    // SQLite works in this very thread: others get their turn.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Removes what is older than the instant, a multiple of the finest level. The coarse sum across it is made anew. */
async function deletePart(tx: Tx, deviceKey: number, before: number): Promise<void> {
  await tx.deleteFrom('reading').where('device_key', '=', deviceKey).where('at', '<', before).execute()
  await tx.deleteFrom('rollup').where('device_key', '=', deviceKey).where('at', '<', before).execute()
  const start = Math.floor(before / COARSE) * COARSE
  if (start === before) return
  const columns = names.flatMap((name) => [`${name}_n`, `${name}_sum`, `${name}_min`, `${name}_max`])
  const sums = names.flatMap((name) => [`sum(${name}_n)`, `sum(${name}_sum)`, `min(${name}_min)`, `max(${name}_max)`])
  await sql`
    insert into rollup (device_key, level_ms, at, ${sql.raw(columns.join(', '))})
    select device_key, ${sql.lit(COARSE)}, ${sql.lit(start)}, ${sql.raw(sums.join(', '))} from rollup
    where device_key = ${deviceKey} and level_ms = ${FINE} and at >= ${before} and at < ${start + COARSE}
    group by device_key`.execute(tx)
}

/** Removes every reading of a device, and what was summed up of them. */
export async function deleteReadings(tx: Tx, deviceKey: number): Promise<void> {
  await tx.deleteFrom('reading').where('device_key', '=', deviceKey).execute()
  await tx.deleteFrom('rollup').where('device_key', '=', deviceKey).execute()
  await tx.deleteFrom('newest_reading').where('device_key', '=', deviceKey).execute()
}
