import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** What of the log of readings can't be applied is kept with its reason, so that the rest of its partition goes on. */
// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const [number, bytes] = dialect.name === 'sqlite' ? (['integer', 'blob'] as const) : (['bigint', 'bytea'] as const)
  await db.schema
    .createTable('dead_letter')
    .addColumn('partition', number, (c) => c.notNull())
    .addColumn('seq', number, (c) => c.notNull())
    .addColumn('message', number, (c) => c.notNull())
    .addColumn('device_key', number)
    .addColumn('is_whole', number, (c) => c.notNull())
    .addColumn('data', bytes, (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('found_at', number, (c) => c.notNull())
    .addPrimaryKeyConstraint('dead_letter_pk', ['partition', 'seq', 'message'])
    .execute()
  await db.schema.createIndex('dead_letter_device').on('dead_letter').column('device_key').execute()
}
