import { boardMetrics } from '@greenhouse/contract'
import { sql, type Kysely } from 'kysely'
import { pagesOf } from '../../platform/db/pages.ts'
import type { Schema, Tx } from '../../platform/db/schema.ts'
import { COLUMNS } from './append-readings-store.ts'
import { LEVELS } from './rollup.ts'

/** Readings removed at once; more when the finest rollup of the last one goes on. */
const PAGE = 5000
const [COARSE, FINE] = LEVELS
const names = boardMetrics.map(({ id }) => COLUMNS[id])

/**
 * Removes the readings of a device in many small transactions, oldest first, so that other requests do not wait while
 * millions are removed. Their rollups are removed in the same transaction: after a kill in the middle charts show what is
 * left. Leaves the last part, and what comes in meanwhile, to deleteReadings.
 */
export async function deleteReadingsInParts(db: Kysely<Schema>, deviceKey: number): Promise<void> {
  const oldest = () =>
    db.selectFrom('reading').select('at').where('device_key', '=', deviceKey).orderBy('at').limit(PAGE).execute()
  for await (const { rows, last } of pagesOf(PAGE, oldest)) {
    if (rows.length < PAGE) return
    const before = Math.ceil((last.at + 1) / FINE) * FINE
    await db.transaction().execute((tx) => deletePart(tx, deviceKey, before))
  }
}

/** Removes what is older than the instant, a multiple of the finest level. The coarse sum across it is made anew. */
async function deletePart(tx: Tx, deviceKey: number, before: number): Promise<void> {
  await tx.deleteFrom('reading').where('device_key', '=', deviceKey).where('at', '<', before).execute()
  await tx.deleteFrom('rollup').where('device_key', '=', deviceKey).where('at', '<', before).execute()
  const start = Math.floor(before / COARSE) * COARSE
  if (start === before) return
  const columns = ['readings', ...names.flatMap((name) => [`${name}_n`, `${name}_sum`, `${name}_min`, `${name}_max`])]
  const sums = [
    'sum(readings)',
    ...names.flatMap((name) => [`sum(${name}_n)`, `sum(${name}_sum)`, `min(${name}_min)`, `max(${name}_max)`]),
  ]
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
