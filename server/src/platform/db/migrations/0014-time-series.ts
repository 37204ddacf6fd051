import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/**
 * The tables of platform/timeseries. None refers to `device`: a cascade over thousands of chunks would be one long
 * statement, so the values of a removed device are erased in small steps instead.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const sqlite = dialect.name === 'sqlite'
  const number = sqlite ? 'integer' : 'bigint'
  const bytes = sqlite ? 'blob' : 'bytea'
  // Stores the rows in the order of their key, without a second copy of it.
  const keyed = sqlite ? sql`without rowid` : sql``

  await db.schema
    .createTable('reading_log')
    .addColumn('partition', number, (c) => c.notNull())
    .addColumn('seq', number, (c) => c.notNull())
    .addColumn('data', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('reading_log_key', ['partition', 'seq'])
    .execute()

  await db.schema
    .createTable('log_head')
    .addColumn('partition', number, (c) => c.primaryKey())
    .addColumn('seq', number, (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('chunk')
    .addColumn('device_key', number, (c) => c.notNull())
    .addColumn('from_at', number, (c) => c.notNull())
    .addColumn('to_at', number, (c) => c.notNull())
    .addColumn('n', number, (c) => c.notNull())
    .addColumn('bytes', number, (c) => c.notNull())
    .addColumn('width_ms', number, (c) => c.notNull())
    .addColumn('data_id', number)
    .addColumn('summary', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('chunk_key', ['device_key', 'from_at'])
    .modifyEnd(keyed)
    .execute()

  await db.schema
    .createTable('chunk_data')
    .addColumn('id', sqlite ? 'integer' : 'bigserial', (c) => c.primaryKey())
    .addColumn('data', bytes, (c) => c.notNull())
    .execute()
  // The bytes are compressed already.
  if (!sqlite) await sql`alter table chunk_data alter column data set storage external`.execute(db)

  await db.schema
    .createTable('coarse')
    .addColumn('device_key', number, (c) => c.notNull())
    .addColumn('from_at', number, (c) => c.notNull())
    .addColumn('to_at', number, (c) => c.notNull())
    .addColumn('summary', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('coarse_key', ['device_key', 'from_at'])
    .modifyEnd(keyed)
    .execute()

  await db.schema
    .createTable('device_mark')
    .addColumn('device_key', number, (c) => c.primaryKey())
    .addColumn('upto_seq', number, (c) => c.notNull())
    .addColumn('part_seq', number, (c) => c.notNull())
    .addColumn('part_at', number, (c) => c.notNull())
    .addColumn('newest', bytes, (c) => c.notNull())
    .addColumn('n', number, (c) => c.notNull())
    .addColumn('bytes', number, (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('compaction')
    .addColumn('partition', number, (c) => c.primaryKey())
    .addColumn('upto_seq', number, (c) => c.notNull())
    .addColumn('epoch', number, (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('erasing')
    .addColumn('device_key', number, (c) => c.notNull())
    .addColumn('slot', number, (c) => c.notNull())
    .addColumn('upto_seq', number, (c) => c.notNull())
    .addColumn('done_before', number, (c) => c.notNull())
    .addPrimaryKeyConstraint('erasing_key', ['device_key', 'slot'])
    .modifyEnd(keyed)
    .execute()
}
