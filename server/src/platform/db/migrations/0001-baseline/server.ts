import { key, required, unique, type AnyDatabase, type Types } from './types.ts'

export async function createServer(db: AnyDatabase, types: Types): Promise<void> {
  await createMail(db, types)
  await createUpkeep(db, types)
  await createCluster(db, types)
}

async function createMail(db: AnyDatabase, { number }: Types): Promise<void> {
  await db.schema
    .createTable('subscriber')
    .addColumn('id', 'text', key)
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', unique)
    .addColumn('confirmed_at', number)
    .addColumn('created_at', number, required)
    .addColumn('mailed_at', number, required)
    .execute()
  await db.schema
    .createTable('mail')
    .addColumn('id', 'text', key)
    .addColumn('recipient', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('unsubscribe_url', 'text')
    .addColumn('due_at', number, required)
    .addColumn('attempts', number, required)
    .addColumn('expires_at', number)
    .execute()
  await db.schema.createIndex('mail_by_due').on('mail').column('due_at').execute()
}

/** One row each: the start of the retained readings, and a row that proves that the database can write. */
async function createUpkeep(db: AnyDatabase, { number }: Types): Promise<void> {
  await db.schema
    .createTable('retention')
    .addColumn('id', number, key)
    .addColumn('readings_from', number, required)
    .execute()
  await db.schema.createTable('health').addColumn('id', number, key).addColumn('at', number, required).execute()
}

async function createCluster(db: AnyDatabase, { number }: Types): Promise<void> {
  await db.schema
    .createTable('lease')
    .addColumn('name', 'text', key)
    .addColumn('holder', 'text', required)
    .addColumn('held_until', number, required)
    .execute()
  await db.schema
    .createTable('node')
    .addColumn('id', 'text', key)
    .addColumn('roles', 'text', required)
    .addColumn('seen_at', number, required)
    .execute()
  await db.schema
    .createTable('log_layout')
    .addColumn('id', number, key)
    .addColumn('engine', 'text', required)
    .addColumn('partitions', number, required)
    .execute()
  await db.schema
    .createTable('silence_watch')
    .addColumn('partition', number, key)
    .addColumn('count_from', number, required)
    .addColumn('looked_at', number, required)
    .execute()
}
