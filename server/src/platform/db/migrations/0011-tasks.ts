import { sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import {
  belongsTo,
  empty,
  goesWith,
  key,
  outlives,
  required,
  typesOf,
  zero,
  type AnyDatabase,
  type Types,
} from './0001-baseline/types.ts'

const DAY_MS = 86_400_000
const GOES_ON = sql<boolean>`ended_at is null`

/** Makes a task of each interval of watering, and an entry of the care log of each watering. */
export async function up(db: AnyDatabase, dialect: Dialect): Promise<void> {
  const types = typesOf(dialect)
  await createTasks(db, types)
  await createCare(db, types)
  await moveIntervals(db, types)
  await moveWaterings(db, types)
  await linkEpisodes(db, types)
  await db.schema.dropTable('watering').execute()
  await db.schema.dropIndex('plant_by_due').execute()
  for (const column of ['water_every_days', 'base_at', 'due_at'])
    await db.schema.alterTable('plant').dropColumn(column).execute()
}

async function createTasks(db: AnyDatabase, { number, value }: Types): Promise<void> {
  await db.schema
    .createTable('task')
    .addColumn('id', 'text', key)
    .addColumn('household_id', 'text', belongsTo('household.id'))
    .addColumn('plant_id', 'text', goesWith('plant.id'))
    .addColumn('place_id', 'text', outlives('place.id'))
    .addColumn('kind', 'text', required)
    .addColumn('label', 'text', empty)
    .addColumn('note', 'text', empty)
    .addColumn('search_text', 'text', empty)
    .addColumn('repeat', 'text', required)
    .addColumn('every', number, required)
    .addColumn('unit', 'text', required)
    .addColumn('weekdays', 'text', empty)
    .addColumn('month_day', number, required)
    .addColumn('month', number, required)
    .addColumn('starts_on', 'text', required)
    .addColumn('seasons', 'text', required)
    .addColumn('amount', value)
    .addColumn('amount_unit', 'text')
    .addColumn('assigned_to', 'text', outlives('user.id'))
    .addColumn('reminds', number, zero)
    .addColumn('base_at', number)
    .addColumn('due_at', number)
    .addColumn('snoozed_until', number)
    .addColumn('snoozes', number, zero)
    .addColumn('last_done_at', number)
    .addColumn('last_done_by', 'text', outlives('user.id'))
    .addColumn('ended_at', number)
    .addColumn('created_by', 'text', outlives('user.id'))
    .addColumn('created_at', number, required)
    .execute()
  await db.schema
    .createIndex('task_by_household')
    .on('task')
    .columns(['household_id', 'due_at'])
    .where(GOES_ON)
    .execute()
  await db.schema.createIndex('task_by_due').on('task').column('due_at').where(GOES_ON).execute()
  await db.schema.createIndex('task_by_plant').on('task').column('plant_id').execute()
  await db.schema.createIndex('task_by_place').on('task').column('place_id').execute()
  await db.schema.createIndex('task_by_assigned').on('task').column('assigned_to').execute()
  await db.schema.createIndex('task_by_doer').on('task').column('last_done_by').execute()
  await db.schema.createIndex('task_by_creator').on('task').column('created_by').execute()
  await db.schema
    .createIndex('task_water')
    .unique()
    .on('task')
    .column('plant_id')
    .where(sql<boolean>`kind = 'water' and ended_at is null and plant_id is not null`)
    .execute()
}

async function createCare(db: AnyDatabase, { number, value }: Types): Promise<void> {
  await db.schema
    .createTable('care')
    .addColumn('id', 'text', key)
    .addColumn('household_id', 'text', belongsTo('household.id'))
    .addColumn('plant_id', 'text', goesWith('plant.id'))
    .addColumn('place_id', 'text', outlives('place.id'))
    .addColumn('task_id', 'text', outlives('task.id'))
    .addColumn('kind', 'text', required)
    .addColumn('label', 'text', empty)
    .addColumn('at', number, required)
    .addColumn('done_by', 'text', outlives('user.id'))
    .addColumn('source', 'text', required)
    .addColumn('note', 'text', empty)
    .addColumn('search_text', 'text', empty)
    .addColumn('amount', value)
    .addColumn('amount_unit', 'text')
    .addColumn('batch_id', 'text')
    .addColumn('undid_snooze', number)
    .addColumn('undid_snoozes', number, zero)
    .addColumn('created_at', number, required)
    .execute()
  await db.schema.createIndex('care_by_plant').on('care').columns(['household_id', 'plant_id', 'at', 'id']).execute()
  await db.schema.createIndex('care_by_kind').on('care').columns(['plant_id', 'kind', 'at', 'id']).execute()
  await db.schema.createIndex('care_by_household').on('care').columns(['household_id', 'at', 'id']).execute()
  await db.schema.createIndex('care_by_place').on('care').columns(['place_id', 'at']).execute()
  await db.schema.createIndex('care_by_task').on('care').columns(['task_id', 'at']).execute()
  await db.schema.createIndex('care_by_doer').on('care').column('done_by').execute()
  await db.schema.createIndex('care_by_batch').on('care').column('batch_id').execute()
  await db.schema
    .createIndex('care_water')
    .unique()
    .on('care')
    .columns(['plant_id', 'at'])
    .where(sql<boolean>`kind = 'water' and plant_id is not null`)
    .execute()
}

/** A task gets a new id, and keeps base and due instants: no reminder is sent twice. */
async function moveIntervals(db: AnyDatabase, types: Types): Promise<void> {
  await sql`insert into task (id, household_id, plant_id, kind, search_text, repeat, every, unit, month_day, month, starts_on, seasons,
      base_at, due_at, last_done_at, last_done_by, created_at)
    select ${uuid(types)}, household_id, id, 'water', ' water', 'after', water_every_days, 'day', 1, 1,
      ${dateOf(types, 'coalesce(planted_at, created_at)')}, '[]', base_at, due_at, last_watered_at,
      case when last_watered_at is null then null else ${owner('plant.household_id')} end, created_at
    from plant where water_every_days is not null`.execute(db)
}

async function moveWaterings(db: AnyDatabase, types: Types): Promise<void> {
  await sql`insert into care (id, household_id, plant_id, task_id, kind, at, done_by, source, created_at)
    select ${uuid(types)}, watering.household_id, watering.plant_id, task.id, 'water', watering.at,
      ${owner('watering.household_id')}, 'client', watering.at
    from watering left join task on task.plant_id = watering.plant_id`.execute(db)
}

/** An open episode of a plant is of its plan for water. */
async function linkEpisodes(db: AnyDatabase, { number }: Types): Promise<void> {
  await db.schema.alterTable('episode').addColumn('task_id', 'text', outlives('task.id')).execute()
  await db.schema.alterTable('episode').addColumn('due_base_at', number).execute()
  await sql`update episode set due_base_at = (select base_at from plant where plant.id = episode.plant_id),
      task_id = (select id from task where task.plant_id = episode.plant_id)
    where kind = 'due'`.execute(db)
  await db.schema.dropIndex('episode_due').execute()
  await sql`create unique index episode_due on episode (task_id) where closed_at is null and kind = 'due'`.execute(db)
  await db.schema.createIndex('episode_by_task').on('episode').columns(['task_id', 'opened_at']).execute()
  await db.schema.alterTable('plant_condition').dropColumn('reminded_base_at').execute()
  await db.schema.alterTable('household_member').addColumn('reminded_on', 'text').execute()
  await sql`update household_member set remind_at = '08:00'`.execute(db)
}

/** The person who has owned a household longest, who made every watering so far or knows who did. */
function owner(householdId: string) {
  return sql`(select user_id from household_member where household_id = ${sql.ref(householdId)} and role = 'owner'
    order by joined_at, user_id limit 1)`
}

function uuid({ sqlite }: Types) {
  return sqlite
    ? sql`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
        substr('89ab', 1 + abs(random() % 4), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`
    : sql`gen_random_uuid()::text`
}

/** The date in UTC of an instant. The plan of watering uses it only for plants that are neither planted nor watered. */
function dateOf({ sqlite }: Types, instant: string) {
  return sqlite
    ? sql`date(${sql.raw(instant)} / 1000, 'unixepoch')`
    : sql`to_char(to_timestamp((${sql.raw(instant)} / ${DAY_MS}) * ${DAY_MS / 1000}) at time zone 'UTC', 'YYYY-MM-DD')`
}
