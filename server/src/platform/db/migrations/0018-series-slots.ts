import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** A series can be removed, but its slot is never used again. */
// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const number = dialect.name === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .alterTable('device')
    .addColumn('series_slots', number, (c) => c.notNull().defaultTo(0))
    .execute()
}
