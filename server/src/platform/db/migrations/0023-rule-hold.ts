import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Rules get a level at which they clear, and a time for which they must be broken. Those that exist stay as they were. */
// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const number = dialect.name === 'sqlite' ? 'integer' : 'bigint'
  const value = dialect.name === 'sqlite' ? 'real' : 'double precision'
  await db.schema.alterTable('rule').addColumn('clear_at', value).execute()
  await db.schema
    .alterTable('rule')
    .addColumn('hold_seconds', number, (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('rule').addColumn('pending_since', number).execute()
}
