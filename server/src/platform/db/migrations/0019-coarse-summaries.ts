import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Coarse summaries get another layout and the step of the points that they serve. Charts have them stored again. */
// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const sqlite = dialect.name === 'sqlite'
  const number = sqlite ? 'integer' : 'bigint'
  await db.schema.dropTable('coarse').execute()
  await db.schema
    .createTable('coarse')
    .addColumn('device_key', number, (c) => c.notNull())
    .addColumn('from_at', number, (c) => c.notNull())
    .addColumn('to_at', number, (c) => c.notNull())
    .addColumn('step_ms', number, (c) => c.notNull())
    .addColumn('summary', sqlite ? 'blob' : 'bytea', (c) => c.notNull())
    .addPrimaryKeyConstraint('coarse_key', ['device_key', 'from_at'])
    .modifyEnd(sqlite ? sql`without rowid` : sql``)
    .execute()
}
