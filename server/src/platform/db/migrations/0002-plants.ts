import { type Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
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
  // Without these indexes every removal of a condition would scan all alerts.
  await db.schema.createIndex('alert_by_plant_condition').on('alert').column('plant_condition_id').execute()
  await db.schema.createIndex('alert_by_device_condition').on('alert').column('device_condition_id').execute()
}
