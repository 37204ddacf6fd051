import type { Db } from '../../platform/db/schema.ts'

/** Readings are removed up to a multiple of it, so that no bucket of a chart below a day is made of two kinds. */
const EDGE_MS = 6 * 3_600_000

/** Before this instant there are summaries only, in milliseconds since 1970; -Infinity as long as nothing was removed. */
export async function findReadingsFrom(db: Db): Promise<number> {
  const row = await db.selectFrom('retention').select('readings_from').where('id', '=', 1).executeTakeFirst()
  return row?.readings_from ?? -Infinity
}

/**
 * Records the retention limit, aligned to a bucket and never moved back, and returns it. Charts read nothing before
 * it.
 */
export async function moveReadingsFrom(db: Db, before: number): Promise<number> {
  const edge = Math.floor(before / EDGE_MS) * EDGE_MS
  await db
    .insertInto('retention')
    .values({ id: 1, readings_from: edge })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ readings_from: edge }).where('retention.readings_from', '<', edge),
    )
    .execute()
  return findReadingsFrom(db)
}
