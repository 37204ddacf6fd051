import { sql } from 'kysely'
import {
  belongsTo,
  empty,
  goesWith,
  key,
  one,
  oneFor,
  outlives,
  required,
  zero,
  type AnyDatabase,
  type Types,
} from './types.ts'

export async function createAlerts(db: AnyDatabase, types: Types): Promise<void> {
  await createRules(db, types)
  await createEpisodes(db, types)
  await createNotes(db, types)
  await createChannels(db, types)
  await createNotifications(db, types)
}

async function createRules(db: AnyDatabase, { number, value }: Types): Promise<void> {
  await db.schema
    .createTable('rule')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('device_key', number, belongsTo('device.key'))
    .addColumn('series_id', 'text', goesWith('series.id'))
    .addColumn('name', 'text', empty)
    .addColumn('kind', 'text', required)
    .addColumn('limit_value', value)
    .addColumn('upper_limit', value)
    .addColumn('within_minutes', number)
    .addColumn('clear_at', value)
    .addColumn('hold_seconds', number, zero)
    .addColumn('active_hours', 'text', (c) => c.notNull().defaultTo('"always"'))
    .addColumn('severity', 'text', (c) => c.notNull().defaultTo('warning'))
    .addColumn('repeat_minutes', number)
    .addColumn('tell_when_over', number, one)
    .addColumn('channel_ids', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('muted_until', number)
    .addColumn('is_on', number, one)
    .addColumn('created_at', number, required)
    .addColumn('pending_since', number)
    .addColumn('is_broken', number, required)
    .addColumn('changed_at', number)
    .addColumn('changed_by', value)
    .addColumn('since_seq', number, zero)
    .execute()
  await db.schema.createIndex('rule_by_user').on('rule').column('user_id').execute()
  await db.schema.createIndex('rule_by_device').on('rule').column('device_key').execute()
  await db.schema.createIndex('rule_by_series').on('rule').column('series_id').execute()
  await db.schema
    .createTable('alert_position')
    .addColumn('partition', number, key)
    .addColumn('seq', number, required)
    .execute()
}

async function createEpisodes(db: AnyDatabase, { number, value }: Types): Promise<void> {
  await db.schema
    .createTable('episode')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('rule_id', 'text', outlives('rule.id'))
    .addColumn('rule_name', 'text', required)
    .addColumn('device_key', number, outlives('device.key'))
    .addColumn('series_id', 'text')
    .addColumn('device_name', 'text', required)
    .addColumn('label', 'text')
    .addColumn('unit', 'text')
    .addColumn('metric', 'text')
    .addColumn('channel', 'text')
    .addColumn('kind', 'text', required)
    .addColumn('severity', 'text', required)
    .addColumn('limit_value', value, required)
    .addColumn('upper_limit', value)
    .addColumn('within_minutes', number)
    .addColumn('clear_at', value)
    .addColumn('opened_at', number, required)
    .addColumn('opened_value', value)
    .addColumn('known_at', number, required)
    .addColumn('worst_at', number)
    .addColumn('worst_value', value)
    .addColumn('closed_at', number)
    .addColumn('closed_value', value)
    .addColumn('closed_why', 'text')
    .addColumn('closed_known_at', number)
    .addColumn('acknowledged_at', number)
    .addColumn('acknowledged_by', 'text')
    .addColumn('muted_until', number)
    .addColumn('told_at', number)
    .execute()
  await db.schema.createIndex('episode_by_user').on('episode').columns(['user_id', 'opened_at', 'id']).execute()
  await db.schema.createIndex('episode_by_rule').on('episode').column('rule_id').execute()
  await db.schema.createIndex('episode_by_device').on('episode').columns(['device_key', 'opened_at']).execute()
  // Few episodes are open; lists, repetition and the rules on silence read only those.
  await sql`create index episode_open on episode (user_id, opened_at) where closed_at is null`.execute(db)
}

/** Alerts without an episode: reminders and notes of users. */
async function createNotes(db: AnyDatabase, { number }: Types): Promise<void> {
  await db.schema
    .createTable('alert')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('at', number, required)
    .addColumn('plant_condition_id', 'text', outlives('plant_condition.id'))
    .addColumn('device_key', number, outlives('device.key'))
    .addColumn('sensor_type', 'text')
    .addColumn('series_id', 'text')
    .addColumn('rule_id', 'text', outlives('rule.id'))
    .execute()
  await db.schema.createIndex('alert_by_user').on('alert').columns(['user_id', 'at', 'id']).execute()
  // Without these, each removal of a device, condition or rule would scan all alerts.
  await db.schema.createIndex('alert_by_device').on('alert').columns(['device_key', 'at']).execute()
  await db.schema.createIndex('alert_by_plant_condition').on('alert').column('plant_condition_id').execute()
  await db.schema.createIndex('alert_by_rule').on('alert').column('rule_id').execute()
}

async function createChannels(db: AnyDatabase, { number }: Types): Promise<void> {
  await db.schema
    .createTable('channel')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('kind', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('sealed_target', 'text', required)
    .addColumn('target_hash', 'text')
    .addColumn('severities', 'text', required)
    .addColumn('is_on', number, required)
    .addColumn('confirmed_at', number)
    .addColumn('created_at', number, required)
    .execute()
  await db.schema.createIndex('channel_by_target').on('channel').column('target_hash').execute()
  await db.schema.createIndex('channel_by_user').on('channel').column('user_id').execute()
  await db.schema
    .createTable('quiet_hours')
    .addColumn('user_id', 'text', oneFor('user.id'))
    .addColumn('starts', 'text', required)
    .addColumn('ends', 'text', required)
    .addColumn('time_zone', 'text', required)
    .execute()
}

async function createNotifications(db: AnyDatabase, { number }: Types): Promise<void> {
  await db.schema
    .createTable('notification')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('channel_id', 'text', belongsTo('channel.id'))
    .addColumn('episode_id', 'text', goesWith('episode.id'))
    .addColumn('what', 'text', required)
    .addColumn('severity', 'text', required)
    .addColumn('text', 'text')
    .addColumn('title', 'text')
    .addColumn('state', 'text', required)
    .addColumn('attempts', number, required)
    .addColumn('created_at', number, required)
    .addColumn('due_at', number)
    .addColumn('sent_at', number)
    .addColumn('answer', 'text')
    .execute()
  await db.schema
    .createIndex('notification_by_channel')
    .on('notification')
    .columns(['channel_id', 'created_at'])
    .execute()
  await db.schema.createIndex('notification_by_episode').on('notification').column('episode_id').execute()
  await db.schema.createIndex('notification_by_user').on('notification').column('user_id').execute()
  await sql`create index notification_due on notification (due_at) where state = 'waiting'`.execute(db)
}
