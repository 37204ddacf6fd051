import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/**
 * How far the readings of earlier versions, one row each, have been moved to the time series engine. That takes longer than
 * a migration may, so it is done after the migrations, in many transactions; the tables `reading`, `rollup` and
 * `newest_reading` go with its end.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const number = dialect.name === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('reading_move')
    .addColumn('id', number, (c) => c.primaryKey())
    .addColumn('phase', 'text', (c) => c.notNull())
    .addColumn('device_key', number, (c) => c.notNull())
    .addColumn('at', number, (c) => c.notNull())
    .execute()
  await db.insertInto('reading_move').values({ id: 1, phase: 'copying', device_key: 0, at: -1 }).execute()
}
