import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const sqlite = dialect.name === 'sqlite'
  const number = sqlite ? 'integer' : 'bigint'
  const value = sqlite ? 'real' : 'double precision'
  // Stores the rows in the order of their key, without a second copy of it: half the size and one write less.
  const keyed = sqlite ? sql`without rowid` : sql``

  await db.schema
    .createTable('user')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('last_name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull().unique())
    .addColumn('birthday', 'text')
    .addColumn('country', 'text')
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('session')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('device', 'text', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('last_used_at', number, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('session_by_user').on('session').column('user_id').execute()

  await db.schema
    .createTable('sign_in_attempt')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('failures', number, (c) => c.notNull())
    .addColumn('last_at', number, (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('setting')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('celsius', number, (c) => c.notNull())
    .addColumn('dark_theme', number, (c) => c.notNull())
    .addColumn('confirm_dialog', number, (c) => c.notNull())
    .addColumn('secret_mode', number, (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('device')
    .addColumn('key', sqlite ? 'integer' : 'serial', (c) => (sqlite ? c.primaryKey().autoIncrement() : c.primaryKey()))
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('wait_seconds', number, (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('connected', number, (c) => c.notNull().defaultTo(0))
    .addColumn('last_seen_at', number)
    .addColumn('refused_count', number, (c) => c.notNull().defaultTo(0))
    .addColumn('refused_reason', 'text')
    .addColumn('refused_at', number)
    .execute()
  await db.schema.createIndex('device_by_user').on('device').columns(['user_id', 'created_at']).execute()

  for (const table of ['reading', 'newest_reading']) {
    const newest = table === 'newest_reading'
    await db.schema
      .createTable(table)
      .addColumn('device_key', number, (c) => c.notNull().references('device.key').onDelete('cascade'))
      .addColumn('at', number, (c) => c.notNull())
      .addColumn('temperature', value)
      .addColumn('humidity', value)
      .addColumn('air_pressure', value)
      .addColumn('air_quality', value)
      .addPrimaryKeyConstraint(`${table}_key`, newest ? ['device_key'] : ['device_key', 'at'])
      .modifyEnd(keyed)
      .execute()
  }

  let rollup = db.schema
    .createTable('rollup')
    .addColumn('device_key', number, (c) => c.notNull().references('device.key').onDelete('cascade'))
    .addColumn('level_ms', number, (c) => c.notNull())
    .addColumn('at', number, (c) => c.notNull())
  for (const column of ['temperature', 'humidity', 'air_pressure', 'air_quality']) {
    rollup = rollup
      .addColumn(`${column}_n`, number, (c) => c.notNull())
      .addColumn(`${column}_sum`, number, (c) => c.notNull())
      .addColumn(`${column}_min`, value)
      .addColumn(`${column}_max`, value)
  }
  await rollup.addPrimaryKeyConstraint('rollup_key', ['device_key', 'level_ms', 'at']).modifyEnd(keyed).execute()

  await db.schema
    .createTable('health')
    .addColumn('id', number, (c) => c.primaryKey())
    .addColumn('at', number, (c) => c.notNull())
    .execute()
}
