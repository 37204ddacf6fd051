import { belongsTo, empty, goesWith, key, required, unique, zero, type AnyDatabase, type Types } from './types.ts'

export async function createDevices(db: AnyDatabase, types: Types): Promise<void> {
  await createDevicesOfUsers(db, types)
  await createSeries(db, types)
  await createSources(db, types)
  await createBoards(db, types)
}

async function createDevicesOfUsers(db: AnyDatabase, { number, sqlite }: Types): Promise<void> {
  await db.schema
    .createTable('device')
    // Keys are not reused: values of a removed device may still be stored.
    .addColumn('key', sqlite ? 'integer' : 'serial', (c) => (sqlite ? c.primaryKey().autoIncrement() : c.primaryKey()))
    .addColumn('id', 'text', unique)
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('created_at', number, required)
    .addColumn('wait_seconds', number, required)
    .addColumn('token_hash', 'text', unique)
    .addColumn('connected', number, zero)
    .addColumn('last_seen_at', number)
    .addColumn('refused_count', number, zero)
    .addColumn('refused_reason', 'text')
    .addColumn('refused_at', number)
    .addColumn('rules_version', number, zero)
    .addColumn('series_slots', number, zero)
    .addColumn('token_end', 'text')
    .addColumn('token_made_at', number)
    .addColumn('connected_to', 'text', empty)
    .execute()
  await db.schema.createIndex('device_by_user').on('device').columns(['user_id', 'created_at']).execute()
  await db.schema
    .createTable('device_refusal')
    .addColumn('device_key', 'integer', belongsTo('device.key'))
    .addColumn('topic', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('count', 'integer', required)
    .addColumn('last_at', number, required)
    .addColumn('sample', 'text', required)
    .addPrimaryKeyConstraint('device_refusal_key', ['device_key', 'topic', 'reason'])
    .execute()
}

async function createSeries(db: AnyDatabase, { number, value }: Types): Promise<void> {
  await db.schema
    .createTable('series')
    .addColumn('id', 'text', key)
    .addColumn('device_key', number, belongsTo('device.key'))
    .addColumn('slot', number, required)
    .addColumn('metric', 'text', required)
    .addColumn('channel', 'text', required)
    .addColumn('label', 'text', required)
    .addColumn('unit', 'text', required)
    .addColumn('visible', 'integer', required)
    .addColumn('position', 'integer')
    .addColumn('offset_by', value)
    .addColumn('dry', value)
    .addColumn('wet', value)
    .addColumn('calibrated_at', number)
    .addColumn('erasing_slot', number)
    .addUniqueConstraint('series_by_slot', ['device_key', 'slot'])
    .addUniqueConstraint('series_by_sensor', ['device_key', 'metric', 'channel'])
    .execute()
}

async function createSources(db: AnyDatabase, { number }: Types): Promise<void> {
  await db.schema
    .createTable('hub')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('name', 'text', required)
    .addColumn('token_hash', 'text', unique)
    .addColumn('created_at', number, required)
    .addColumn('last_seen_at', number)
    .execute()
  await db.schema.createIndex('hub_by_user').on('hub').column('user_id').execute()
  await db.schema
    .createTable('broker')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('url', 'text', required)
    .addColumn('username', 'text', required)
    .addColumn('sealed_password', 'text')
    .addColumn('ca', 'text')
    .addColumn('topics', 'text', required)
    .addColumn('created_at', number, required)
    .execute()
  await db.schema.createIndex('broker_by_user').on('broker').column('user_id').execute()
}

async function createBoards(db: AnyDatabase, { number }: Types): Promise<void> {
  await db.schema
    .createTable('board')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('family', 'text', required)
    .addColumn('external_id', 'text', required)
    .addColumn('name', 'text')
    .addColumn('model', 'text')
    .addColumn('firmware', 'text')
    .addColumn('source_kind', 'text', required)
    .addColumn('source_id', 'text', required)
    .addColumn('first_seen_at', number, required)
    .addColumn('last_seen_at', number, required)
    .addColumn('measures', 'text', required)
    .addColumn('notes', 'text', required)
    .addColumn('every_seconds', 'integer')
    .addColumn('waiting', 'integer', zero)
    .addColumn('device_key', 'integer', goesWith('device.key'))
    .addColumn('is_ignored', 'integer', zero)
    .addUniqueConstraint('board_identity', ['user_id', 'family', 'external_id'])
    .execute()
  await db.schema.createIndex('board_by_device').on('board').column('device_key').execute()
  await db.schema
    .createTable('board_reading')
    .addColumn('board_id', 'text', belongsTo('board.id'))
    .addColumn('at', number, required)
    .addColumn('data', 'text', required)
    .addPrimaryKeyConstraint('board_reading_key', ['board_id', 'at'])
    .execute()
}
