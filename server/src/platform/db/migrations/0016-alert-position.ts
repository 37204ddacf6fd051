import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Rules follow the log: the position up to which they were evaluated, and for each condition from which one it counts. */
// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const number = dialect.name === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('alert_position')
    .addColumn('id', number, (c) => c.primaryKey())
    .addColumn('seq', number, (c) => c.notNull())
    .execute()
  await db.schema
    .alterTable('device_condition')
    .addColumn('since_seq', number, (c) => c.notNull().defaultTo(0))
    .execute()
}
