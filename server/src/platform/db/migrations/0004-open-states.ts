import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { belongsTo, goesWith, outlives, typesOf, type AnyDatabase, type Types } from './0001-baseline/types.ts'

/** Adds episodes of plants that are due, and one rule on silence for each account. */
export async function up(db: AnyDatabase, dialect: Dialect): Promise<void> {
  const types = typesOf(dialect)
  await addDueEpisodes(db)
  await allowRulesWithoutDevice(db, types)
  await createSilenceExceptions(db, types)
  await replaceRulesOnSilence(db)
  await turnNotesIntoEpisodes(db)
}

async function addDueEpisodes(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('episode').addColumn('plant_id', 'text', outlives('plant.id')).execute()
  await db.schema
    .alterTable('episode')
    .addColumn('plant_condition_id', 'text', outlives('plant_condition.id'))
    .execute()
  await db.schema.alterTable('episode').addColumn('text', 'text').execute()
  await db.schema.createIndex('episode_by_plant').on('episode').columns(['plant_id', 'opened_at']).execute()
  await db.schema.createIndex('episode_by_plant_condition').on('episode').column('plant_condition_id').execute()
  await sql`create unique index episode_due on episode (plant_id) where closed_at is null and kind = 'due'`.execute(db)
  await sql`create index episode_open_by_rule on episode (rule_id, device_key) where closed_at is null`.execute(db)
}

async function allowRulesWithoutDevice(db: AnyDatabase, { number, sqlite }: Types): Promise<void> {
  const rule = () => db.schema.alterTable('rule')
  if (sqlite) {
    // SQLite can't drop "not null" from a column.
    await rule().addColumn('any_device_key', number, goesWith('device.key')).execute()
    await sql`update rule set any_device_key = device_key`.execute(db)
    await db.schema.dropIndex('rule_by_device').execute()
    await rule().dropColumn('device_key').execute()
    await rule().renameColumn('any_device_key', 'device_key').execute()
    await db.schema.createIndex('rule_by_device').on('rule').column('device_key').execute()
  } else {
    await rule()
      .alterColumn('device_key', (column) => column.dropNotNull())
      .execute()
  }
  await sql`create unique index rule_of_account on rule (user_id) where device_key is null`.execute(db)
}

async function createSilenceExceptions(db: AnyDatabase, { number }: Types): Promise<void> {
  await db.schema
    .createTable('silence_exception')
    .addColumn('rule_id', 'text', belongsTo('rule.id'))
    .addColumn('device_key', number, belongsTo('device.key'))
    .addPrimaryKeyConstraint('silence_exception_key', ['rule_id', 'device_key'])
    .execute()
  await db.schema.createIndex('silence_exception_by_device').on('silence_exception').column('device_key').execute()
}

/** Unchanged default rules of devices, on or off. */
const UNCHANGED = sql`rule.kind = 'silent' and rule.series_id is null and rule.device_key is not null
  and rule.limit_value is null and rule.name = '' and rule.active_hours = '"always"' and rule.severity = 'warning'
  and rule.repeat_minutes is null and rule.tell_when_over = 1 and rule.channel_ids = '[]' and rule.muted_until is null`

/** A device whose rule was changed, turned off or removed becomes an exception. */
async function replaceRulesOnSilence(db: AnyDatabase): Promise<void> {
  for (const { id, created_at } of await db.selectFrom('user').select(['id', 'created_at']).execute()) {
    const silence = { id: randomUUID(), user_id: id, device_key: null, kind: 'silent', is_broken: 0, created_at }
    await db.insertInto('rule').values(silence).execute()
  }
  await sql`insert into silence_exception (rule_id, device_key)
    select account.id, device.key from device
    inner join rule as account on account.user_id = device.user_id and account.device_key is null
    where not exists (select 1 from rule where rule.device_key = device.key and rule.is_on = 1 and ${UNCHANGED})`.execute(
    db,
  )
  await sql`update episode set rule_id = (
      select account.id from rule as account where account.user_id = episode.user_id and account.device_key is null)
    where rule_id in (select id from rule where ${UNCHANGED})`.execute(db)
  await sql`delete from rule where ${UNCHANGED}`.execute(db)
}

/** The reminder of a plant that is still due becomes an open episode. */
async function turnNotesIntoEpisodes(db: AnyDatabase): Promise<void> {
  const { rows } = await sql<{ id: string; plant_id: string }>`select alert.id, plant.id as plant_id from alert
    inner join plant_condition on plant_condition.id = alert.plant_condition_id
    inner join plant on plant.id = plant_condition.plant_id
    where plant.is_dead = 0 and plant_condition.reminded_base_at = plant.base_at and plant.due_at <= alert.at
      and alert.description like '% needs water.%'
    order by alert.at desc, alert.id desc`.execute(db)
  const newest = new Map(rows.toReversed().map((row) => [row.plant_id, row.id]))
  for (const [plantId, id] of newest) {
    await sql`insert into episode (id, user_id, plant_id, plant_condition_id, text, device_name, rule_name, kind, severity,
        limit_value, opened_at, known_at)
      select id, user_id, ${plantId}, plant_condition_id, description, name, '', 'due', 'info', 0, at, at
      from alert where id = ${id}`.execute(db)
    await db.deleteFrom('alert').where('id', '=', id).execute()
  }
}
