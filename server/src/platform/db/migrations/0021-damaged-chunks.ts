import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** The bytes of chunks that could not be read are kept apart, so that they can still be rescued. */
// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const sqlite = dialect.name === 'sqlite'
  const number = sqlite ? 'integer' : 'bigint'
  const bytes = sqlite ? 'blob' : 'bytea'
  await db.schema
    .createTable('damaged_chunk')
    .addColumn('id', sqlite ? 'integer' : 'bigserial', (c) => c.primaryKey())
    .addColumn('device_key', number, (c) => c.notNull())
    .addColumn('from_at', number, (c) => c.notNull())
    .addColumn('to_at', number, (c) => c.notNull())
    .addColumn('n', number, (c) => c.notNull())
    .addColumn('data', bytes)
    .addColumn('summary', bytes, (c) => c.notNull())
    .addColumn('found_at', number, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('damaged_chunk_device').on('damaged_chunk').column('device_key').execute()
}
