import { sql } from 'kysely'
import { key, required, type AnyDatabase, type Types } from './types.ts'

/** None refers to `device`: a cascade over thousands of chunks would be one long statement. */
export async function createTimeSeries(db: AnyDatabase, types: Types): Promise<void> {
  await createLog(db, types)
  await createChunks(db, types)
  await createMarks(db, types)
  await createDamage(db, types)
}

async function createLog(db: AnyDatabase, { number, bytes }: Types): Promise<void> {
  await db.schema
    .createTable('reading_log')
    .addColumn('partition', number, required)
    .addColumn('seq', number, required)
    .addColumn('data', bytes, required)
    .addPrimaryKeyConstraint('reading_log_key', ['partition', 'seq'])
    .execute()
  await db.schema
    .createTable('log_head')
    .addColumn('partition', number, key)
    .addColumn('seq', number, required)
    .execute()
}

async function createChunks(db: AnyDatabase, { number, bytes, serial, keyed, sqlite }: Types): Promise<void> {
  await db.schema
    .createTable('chunk')
    .addColumn('device_key', number, required)
    .addColumn('from_at', number, required)
    .addColumn('to_at', number, required)
    .addColumn('n', number, required)
    .addColumn('bytes', number, required)
    .addColumn('width_ms', number, required)
    .addColumn('data_id', number)
    .addColumn('summary', bytes, required)
    .addPrimaryKeyConstraint('chunk_key', ['device_key', 'from_at'])
    .modifyEnd(keyed)
    .execute()
  await db.schema.createTable('chunk_data').addColumn('id', serial, key).addColumn('data', bytes, required).execute()
  // The bytes are already compressed.
  if (!sqlite) await sql`alter table chunk_data alter column data set storage external`.execute(db)
  await db.schema
    .createTable('coarse')
    .addColumn('device_key', number, required)
    .addColumn('from_at', number, required)
    .addColumn('to_at', number, required)
    .addColumn('step_ms', number, required)
    .addColumn('summary', bytes, required)
    .addPrimaryKeyConstraint('coarse_key', ['device_key', 'from_at'])
    .modifyEnd(keyed)
    .execute()
}

async function createMarks(db: AnyDatabase, { number, bytes, keyed }: Types): Promise<void> {
  await db.schema
    .createTable('device_mark')
    .addColumn('device_key', number, key)
    .addColumn('upto_seq', number, required)
    .addColumn('part_seq', number, required)
    .addColumn('part_at', number, required)
    .addColumn('newest', bytes, required)
    .addColumn('n', number, required)
    .addColumn('bytes', number, required)
    .execute()
  await db.schema
    .createTable('compaction')
    .addColumn('partition', number, key)
    .addColumn('upto_seq', number, required)
    .addColumn('epoch', number, required)
    .execute()
  await db.schema
    .createTable('erasing')
    .addColumn('device_key', number, required)
    .addColumn('slot', number, required)
    .addColumn('upto_seq', number, required)
    .addColumn('done_before', number, required)
    .addPrimaryKeyConstraint('erasing_key', ['device_key', 'slot'])
    .modifyEnd(keyed)
    .execute()
}

/** Unreadable data is kept so that a person may rescue it. */
async function createDamage(db: AnyDatabase, { number, bytes, serial }: Types): Promise<void> {
  await db.schema
    .createTable('damaged_chunk')
    .addColumn('id', serial, key)
    .addColumn('device_key', number, required)
    .addColumn('from_at', number, required)
    .addColumn('to_at', number, required)
    .addColumn('n', number, required)
    .addColumn('data', bytes)
    .addColumn('summary', bytes, required)
    .addColumn('found_at', number, required)
    .execute()
  await db.schema.createIndex('damaged_chunk_device').on('damaged_chunk').column('device_key').execute()
  await db.schema
    .createTable('dead_letter')
    .addColumn('partition', number, required)
    .addColumn('seq', number, required)
    .addColumn('message', number, required)
    .addColumn('device_key', number)
    .addColumn('is_whole', number, required)
    .addColumn('data', bytes, required)
    .addColumn('reason', 'text', required)
    .addColumn('found_at', number, required)
    .addPrimaryKeyConstraint('dead_letter_pk', ['partition', 'seq', 'message'])
    .execute()
  await db.schema.createIndex('dead_letter_device').on('dead_letter').column('device_key').execute()
}
