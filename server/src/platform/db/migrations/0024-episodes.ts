import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Rows written at once. */
const PAGE = 1000

/**
 * Rules get kinds, hours, severity and how they tell; stretches of time in which one is broken become episodes; people get
 * channels, and messages to them an outbox. Rules that exist mean what they meant. The newest alert of each rule that is
 * broken becomes its open episode; other alerts stay texts. Every device gets a rule on its silence.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const number = dialect.name === 'sqlite' ? 'integer' : 'bigint'
  const value = dialect.name === 'sqlite' ? 'real' : 'double precision'
  await rebuildRules(db, { number, value })
  await createEpisodes(db, { number, value })
  await openEpisodes(db)
  await addSilenceRules(db)
  await createChannels(db, number)
  await db.schema
    .createTable('quiet_hours')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('starts', 'text', (c) => c.notNull())
    .addColumn('ends', 'text', (c) => c.notNull())
    .addColumn('time_zone', 'text', (c) => c.notNull())
    .execute()
}

interface Types {
  readonly number: 'integer' | 'bigint'
  readonly value: 'real' | 'double precision'
}

/** A rule on the silence of a device has no series, and SQLite makes no column nullable: the table is made anew. */
// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
async function rebuildRules(db: Kysely<any>, { number, value }: Types): Promise<void> {
  await db.schema
    .createTable('rule_new')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('device_key', number, (c) => c.notNull().references('device.key').onDelete('cascade'))
    .addColumn('series_id', 'text', (c) => c.references('series.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('limit_value', value)
    .addColumn('upper_limit', value)
    .addColumn('within_minutes', number)
    .addColumn('clear_at', value)
    .addColumn('hold_seconds', number, (c) => c.notNull().defaultTo(0))
    .addColumn('active_hours', 'text', (c) => c.notNull().defaultTo('"always"'))
    .addColumn('severity', 'text', (c) => c.notNull().defaultTo('warning'))
    .addColumn('repeat_minutes', number)
    .addColumn('tell_when_over', number, (c) => c.notNull().defaultTo(1))
    .addColumn('channel_ids', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('muted_until', number)
    .addColumn('is_on', number, (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('pending_since', number)
    .addColumn('is_broken', number, (c) => c.notNull())
    .addColumn('changed_at', number)
    .addColumn('changed_by', value)
    .addColumn('since_seq', number, (c) => c.notNull().defaultTo(0))
    .execute()
  const kept = sql.raw(
    `id, user_id, device_key, series_id, kind, limit_value, clear_at, hold_seconds, created_at, pending_since,
     is_broken, changed_at, changed_by, since_seq`,
  )
  await sql`insert into rule_new (${kept}) select ${kept} from rule`.execute(db)
  await db.schema
    .alterTable('alert')
    .addColumn('rule_new_id', 'text', (c) => c.references('rule_new.id').onDelete('set null'))
    .execute()
  await sql`update alert set rule_new_id = rule_id where rule_id is not null`.execute(db)
  await db.schema.dropIndex('alert_by_rule').execute()
  await db.schema.alterTable('alert').dropColumn('rule_id').execute()
  await db.schema.dropTable('rule').execute()
  await db.schema.alterTable('rule_new').renameTo('rule').execute()
  await db.schema.alterTable('alert').renameColumn('rule_new_id', 'rule_id').execute()
  await db.schema.createIndex('rule_by_user').on('rule').column('user_id').execute()
  await db.schema.createIndex('rule_by_device').on('rule').column('device_key').execute()
  await db.schema.createIndex('rule_by_series').on('rule').column('series_id').execute()
  // Without the index every removal of a rule would scan all alerts.
  await db.schema.createIndex('alert_by_rule').on('alert').column('rule_id').execute()
}

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
async function createEpisodes(db: Kysely<any>, { number, value }: Types): Promise<void> {
  await db.schema
    .createTable('episode')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('rule_id', 'text', (c) => c.references('rule.id').onDelete('set null'))
    .addColumn('rule_name', 'text', (c) => c.notNull())
    .addColumn('device_key', number, (c) => c.references('device.key').onDelete('set null'))
    .addColumn('series_id', 'text')
    .addColumn('device_name', 'text', (c) => c.notNull())
    .addColumn('label', 'text')
    .addColumn('unit', 'text')
    .addColumn('metric', 'text')
    .addColumn('channel', 'text')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('severity', 'text', (c) => c.notNull())
    .addColumn('limit_value', value, (c) => c.notNull())
    .addColumn('upper_limit', value)
    .addColumn('within_minutes', number)
    .addColumn('clear_at', value)
    .addColumn('opened_at', number, (c) => c.notNull())
    .addColumn('opened_value', value)
    .addColumn('known_at', number, (c) => c.notNull())
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
  // The open ones are few: pages of them, repetition and the silence of devices look for nothing else.
  await sql`create index episode_open on episode (user_id, opened_at) where closed_at is null`.execute(db)
}

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
async function openEpisodes(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<Record<string, string | number | null>>`
    select r.id as rule_id, r.user_id, r.device_key, r.series_id, r.kind, r.limit_value, r.clear_at, r.changed_at,
      r.changed_by, d.name as device_name, s.metric, s.channel, s.label, s.unit,
      (select a.id from alert a where a.rule_id = r.id and a.device_key = r.device_key order by a.at desc, a.id desc limit 1)
        as alert_id
    from rule r join device d on d.key = r.device_key join series s on s.id = r.series_id
    where r.is_broken = 1 and r.changed_at is not null
  `.execute(db)
  for (const { alert_id, changed_at, changed_by, ...row } of rows) {
    const episode = {
      id: alert_id ?? randomUUID(),
      ...row,
      rule_name: '',
      severity: 'warning',
      opened_at: changed_at,
      opened_value: changed_by,
      known_at: changed_at,
    }
    await db.insertInto('episode').values(episode).execute()
    if (alert_id !== null) await db.deleteFrom('alert').where('id', '=', alert_id).execute()
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
async function addSilenceRules(db: Kysely<any>): Promise<void> {
  const devices = await db.selectFrom('device').select(['key', 'user_id', 'created_at']).execute()
  for (let start = 0; start < devices.length; start += PAGE) {
    const rules = devices.slice(start, start + PAGE).map(({ key, user_id, created_at }) => ({
      id: randomUUID(),
      user_id,
      device_key: key,
      kind: 'silent',
      created_at,
      is_broken: 0,
    }))
    await db.insertInto('rule').values(rules).execute()
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
async function createChannels(db: Kysely<any>, number: Types['number']): Promise<void> {
  await db.schema
    .createTable('channel')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('sealed_target', 'text', (c) => c.notNull())
    .addColumn('target_hash', 'text')
    .addColumn('severities', 'text', (c) => c.notNull())
    .addColumn('is_on', number, (c) => c.notNull())
    .addColumn('confirmed_at', number)
    .addColumn('created_at', number, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('channel_by_target').on('channel').column('target_hash').execute()
  await db.schema.createIndex('channel_by_user').on('channel').column('user_id').execute()
  await db.schema
    .createTable('notification')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('channel_id', 'text', (c) => c.notNull().references('channel.id').onDelete('cascade'))
    .addColumn('episode_id', 'text', (c) => c.references('episode.id').onDelete('cascade'))
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('severity', 'text', (c) => c.notNull())
    .addColumn('text', 'text')
    .addColumn('title', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', number, (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
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
