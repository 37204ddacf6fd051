import { pagesOf } from '../../platform/db/pages.ts'
import type { Db } from '../../platform/db/schema.ts'
import { LEVELS } from './rollup.ts'

/** Readings removed at once. */
const PAGE = 5000
/** Both levels of rollups begin at its multiples: on either side of such an instant each rollup is of one kind. */
const WHOLE_ROLLUPS_MS = LEVELS[0]

/** Before this instant there are rollups only, in milliseconds since 1970; -Infinity as long as nothing was removed. */
export async function findReadingsFrom(db: Db): Promise<number> {
  const row = await db.selectFrom('retention').select('readings_from').where('id', '=', 1).executeTakeFirst()
  return row?.readings_from ?? -Infinity
}

/**
 * Notes that readings before an instant are about to go, and returns the instant: at the edge of a rollup, and never
 * earlier than one noted before. From then on charts do not look for them.
 */
export async function moveReadingsFrom(db: Db, before: number): Promise<number> {
  const edge = Math.floor(before / WHOLE_ROLLUPS_MS) * WHOLE_ROLLUPS_MS
  await db
    .insertInto('retention')
    .values({ id: 1, readings_from: edge })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ readings_from: edge }).where('retention.readings_from', '<', edge),
    )
    .execute()
  return findReadingsFrom(db)
}

/**
 * Removes the readings before an instant, in parts, until the signal aborts: other requests do not wait while millions are
 * removed. Rollups and newest values stay. Returns how many were removed.
 */
export async function deleteReadingsBefore(db: Db, before: number, signal: AbortSignal): Promise<number> {
  const devices = await db.selectFrom('device').select('key').execute()
  let removed = 0
  for (const { key } of devices) {
    const ofDevice = db.selectFrom('reading').where('device_key', '=', key)
    const oldest = () => ofDevice.select('at').where('at', '<', before).orderBy('at').limit(PAGE).execute()
    for await (const { rows, last } of pagesOf(PAGE, oldest)) {
      if (signal.aborted) return removed
      await db.deleteFrom('reading').where('device_key', '=', key).where('at', '<=', last.at).execute()
      removed += rows.length
    }
  }
  return removed
}
