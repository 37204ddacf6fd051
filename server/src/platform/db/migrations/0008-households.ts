import { sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { belongsTo, key, one, required, typesOf, type AnyDatabase, type Types } from './0001-baseline/types.ts'

/** Tables whose rows belonged to a person, and belong to a household from here on. */
const OWNED = [
  'plant',
  'watering',
  'plant_condition',
  'device',
  'hub',
  'broker',
  'board',
  'sighting',
  'rule',
  'episode',
  'alert',
] as const

/** Gives each person a household with the person's own id, so that no other row changes. */
export async function up(db: AnyDatabase, dialect: Dialect): Promise<void> {
  const types = typesOf(dialect)
  if (types.sqlite) await checkUnenforced(db)
  await createHouseholds(db, types)
  await foundHouseholds(db)
  for (const table of OWNED) await (types.sqlite ? rebuild(db, table) : changeOwner(db, table))
  if (types.sqlite) await checkReferences(db)
}

async function createHouseholds(db: AnyDatabase, { number }: Types): Promise<void> {
  await db.schema
    .createTable('household')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    .addColumn('time_zone', 'text')
    .addColumn('created_at', number, required)
    .execute()
  await db.schema
    .createTable('household_member')
    .addColumn('household_id', 'text', belongsTo('household.id'))
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('role', 'text', required)
    .addColumn('tells', number, one)
    .addColumn('remind_at', 'text')
    .addColumn('joined_at', number, required)
    .addPrimaryKeyConstraint('household_member_key', ['household_id', 'user_id'])
    .execute()
  await db.schema.createIndex('household_member_by_user').on('household_member').column('user_id').execute()
}

async function foundHouseholds(db: AnyDatabase): Promise<void> {
  await sql`insert into household (id, name, time_zone, created_at)
    select "user".id, substr("user".first_name, 1, 51) || '’s garden', quiet_hours.time_zone, "user".created_at
    from "user" left join quiet_hours on quiet_hours.user_id = "user".id`.execute(db)
  await sql`insert into household_member (household_id, user_id, role, joined_at)
    select id, id, 'owner', created_at from "user"`.execute(db)
}

/** PostgreSQL changes a reference in place. */
async function changeOwner(db: AnyDatabase, table: string): Promise<void> {
  await db.schema.alterTable(table).dropConstraint(`${table}_user_id_fkey`).execute()
  await db.schema.alterTable(table).renameColumn('user_id', 'household_id').execute()
  await db.schema
    .alterTable(table)
    .addForeignKeyConstraint(`${table}_household_id_fkey`, ['household_id'], 'household', ['id'])
    .onDelete('cascade')
    .execute()
  const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes
    where schemaname = current_schema() and tablename = ${table} and indexname like '%\\_by\\_user'`.execute(db)
  for (const { name } of rows)
    await sql`alter index ${sql.ref(name)} rename to ${sql.ref(ofHousehold(name))}`.execute(db)
}

/**
 * SQLite changes no reference in place, so the table is copied. References to it stay, since they are not enforced meanwhile.
 * See https://www.sqlite.org/lang_altertable.html#otheralter
 */
async function rebuild(db: AnyDatabase, table: string): Promise<void> {
  const { rows } = await sql<{ type: string; name: string; sql: string }>`select type, name, sql from sqlite_master
    where tbl_name = ${table} and sql is not null order by type desc`.execute(db)
  const copy = `${table}_copy`
  const { rows: columns } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)
  const from = sql.join(columns.map(({ name }) => sql.ref(name)))
  const to = sql.join(columns.map(({ name }) => sql.ref(ofHousehold(name))))
  const create = ownedByHousehold(rows[0]?.sql ?? '').replace(`"${table}"`, `"${copy}"`)
  await sql.raw(create).execute(db)
  await sql`insert into ${sql.table(copy)} (${to}) select ${from} from ${sql.table(table)}`.execute(db)
  if (create.includes('autoincrement')) await keepSequence(db, table, copy)
  await db.schema.dropTable(table).execute()
  await db.schema.alterTable(copy).renameTo(table).execute()
  for (const index of rows.slice(1)) await sql.raw(ownedByHousehold(index.sql)).execute(db)
}

/** Keys of removed rows are not reused. */
async function keepSequence(db: AnyDatabase, table: string, copy: string): Promise<void> {
  await sql`delete from sqlite_sequence where name = ${copy}`.execute(db)
  await sql`update sqlite_sequence set name = ${copy} where name = ${table}`.execute(db)
}

const ofHousehold = (name: string): string =>
  name.replace(/user_id$/, 'household_id').replace(/_by_user$/, '_by_household')

function ownedByHousehold(statement: string): string {
  return statement
    .replaceAll(/"user_id"( text not null) references "user"/g, '"household_id"$1 references "household"')
    .replaceAll(/\buser_id\b/g, 'household_id')
    .replaceAll(/_by_user"/g, '_by_household"')
}

async function checkReferences(db: AnyDatabase): Promise<void> {
  const { rows } = await sql<{ table: string; parent: string }>`select "table", parent
    from pragma_foreign_key_check() limit 1`.execute(db)
  const [broken] = rows
  if (broken) throw new Error(`A row of ${broken.table} refers to a missing row of ${broken.parent}.`)
}

/** Throws while references are enforced, since dropping a table would then delete the rows that refer to it. */
async function checkUnenforced(db: AnyDatabase): Promise<void> {
  const { rows } = await sql`select 1 from pragma_foreign_keys, "user" where foreign_keys = 1 limit 1`.execute(db)
  if (rows.length > 0) throw new Error('References of SQLite must not be enforced while its tables are rebuilt.')
}
