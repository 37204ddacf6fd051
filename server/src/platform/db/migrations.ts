import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the two databases say differently while tables are made. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
}

/** All migrations by name, oldest first. A released one is never changed. */
export function migrations(dialect: Dialect): Record<string, Migration> {
  return {
    '0001-readings': { up: (db) => createReadings(db, dialect) },
    '0002-plants': { up: (db) => createPlants(db, dialect) },
    '0003-weather-place': { up: (db) => createWeatherPlace(db, dialect) },
    '0004-newsletter': { up: (db) => createNewsletter(db, dialect) },
  }
}

// Migrations outlive the types of today, so they are written against a database of any shape.
// oxlint-disable-next-line typescript/no-explicit-any
async function createReadings(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const sqlite = dialect.name === 'sqlite'
  const number = sqlite ? 'integer' : 'bigint'
  const value = sqlite ? 'real' : 'double precision'
  // Rows in the order of their key, without a second copy of it: half the size and one write less.
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

// oxlint-disable-next-line typescript/no-explicit-any
async function createPlants(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const number = dialect.name === 'sqlite' ? 'integer' : 'bigint'
  const value = dialect.name === 'sqlite' ? 'real' : 'double precision'

  await db.schema
    .createTable('plant')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('notes', 'text', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('planted_at', number)
    .addColumn('last_watered_at', number)
    .addColumn('water_every_days', number)
    .addColumn('base_at', number, (c) => c.notNull())
    .addColumn('due_at', number)
    .addColumn('is_dead', number, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('plant_by_user').on('plant').columns(['user_id', 'created_at']).execute()
  await db.schema.createIndex('plant_by_due').on('plant').column('due_at').execute()

  await db.schema
    .createTable('watering')
    .addColumn('plant_id', 'text', (c) => c.notNull().references('plant.id').onDelete('cascade'))
    .addColumn('at', number, (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('watering_key', ['plant_id', 'at'])
    .execute()
  await db.schema.createIndex('watering_by_user').on('watering').columns(['user_id', 'at']).execute()

  await db.schema
    .createTable('plant_condition')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('plant_id', 'text', (c) => c.notNull().unique().references('plant.id').onDelete('cascade'))
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('reminded_base_at', number)
    .execute()
  await db.schema.createIndex('plant_condition_by_user').on('plant_condition').column('user_id').execute()

  await db.schema
    .alterTable('device')
    .addColumn('rules_version', number, (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('device_condition')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('device_key', number, (c) => c.notNull().references('device.key').onDelete('cascade'))
    .addColumn('sensor_type', 'text', (c) => c.notNull())
    .addColumn('operator', 'text', (c) => c.notNull())
    .addColumn('threshold_hundredths', number, (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('is_met', number, (c) => c.notNull())
    .addColumn('changed_at', number)
    .addColumn('changed_by', value)
    .addUniqueConstraint('device_condition_once', ['device_key', 'sensor_type', 'operator', 'threshold_hundredths'])
    .execute()
  await db.schema.createIndex('device_condition_by_user').on('device_condition').column('user_id').execute()

  await db.schema
    .createTable('alert')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('at', number, (c) => c.notNull())
    .addColumn('plant_condition_id', 'text', (c) => c.references('plant_condition.id').onDelete('set null'))
    .addColumn('device_condition_id', 'text', (c) => c.references('device_condition.id').onDelete('set null'))
    .addColumn('device_key', number, (c) => c.references('device.key').onDelete('set null'))
    .addColumn('sensor_type', 'text')
    .execute()
  await db.schema.createIndex('alert_by_user').on('alert').columns(['user_id', 'at', 'id']).execute()
  await db.schema.createIndex('alert_by_device').on('alert').columns(['device_key', 'at']).execute()
  // Without them every removed condition would look through all alerts.
  await db.schema.createIndex('alert_by_plant_condition').on('alert').column('plant_condition_id').execute()
  await db.schema.createIndex('alert_by_device_condition').on('alert').column('device_condition_id').execute()
}

// oxlint-disable-next-line typescript/no-explicit-any
async function createWeatherPlace(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const value = dialect.name === 'sqlite' ? 'real' : 'double precision'
  await db.schema
    .createTable('weather_place')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('latitude', value, (c) => c.notNull())
    .addColumn('longitude', value, (c) => c.notNull())
    .execute()
}

// oxlint-disable-next-line typescript/no-explicit-any
async function createNewsletter(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const number = dialect.name === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('subscriber')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull().unique())
    .addColumn('confirmed_at', number)
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('mailed_at', number, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('mail')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('unsubscribe_url', 'text')
    .addColumn('due_at', number, (c) => c.notNull())
    .addColumn('attempts', number, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('mail_by_due').on('mail').column('due_at').execute()
}
