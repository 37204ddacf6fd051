import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { sql, type Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Log } from '../log.ts'
import type { Dialect } from './dialect.ts'
import { migrations } from './migrations.ts'
import type { Schema } from './schema.ts'
import { snapshotSqlite } from './sqlite-copy.ts'
import { NewerDatabase } from './unusable-database.ts'

interface Options {
  log: Log
  /** SQLite only: the folder for a copy of `database` that is made before anything changes. */
  snapshotTo?: string
  database?: DatabaseSync
}

/**
 * Runs all pending migrations in one transaction, so that a kill in the middle changes nothing. A SQLite file that
 * holds data is copied first. Throws NewerDatabase when a newer version changed the tables.
 */
export async function migrate(
  db: Kysely<Schema>,
  dialect: Dialect,
  { log, snapshotTo, database }: Options,
): Promise<void> {
  const known = migrations(dialect)
  const executed = await listExecuted(db, dialect)
  const unknown = executed.filter((name) => !(name in known))
  if (unknown.length > 0) throw newerDatabase(unknown, Object.keys(known), snapshotTo)
  const pending = Object.keys(known).filter((name) => !executed.includes(name))
  if (pending.length === 0) return

  if (snapshotTo !== undefined && database) {
    const copy = snapshotBefore(snapshotTo, pending[0])
    await snapshotSqlite(database, copy)
    log.info({ event: 'database.snapshot', file: copy })
  }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => known },
    ...(dialect.name === 'postgres' ? { migrationTableSchema: await currentSchema(db) } : {}),
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  for (const { migrationName } of results) log.info({ event: 'database.migrated', migration: migrationName })
}

/** Returns the names of the migrations that were run, oldest first; none for an empty database. */
async function listExecuted(db: Kysely<Schema>, dialect: Dialect): Promise<string[]> {
  const found =
    dialect.name === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`
      : sql`select 1 from pg_tables where schemaname = current_schema() and tablename = 'kysely_migration'`
  if ((await found.execute(db)).rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

function newerDatabase(unknown: readonly string[], known: readonly string[], snapshotTo: string | undefined) {
  const snapshot = snapshotTo === undefined ? undefined : snapshotBefore(snapshotTo, unknown[0])
  return new NewerDatabase({
    unknown: unknown.at(-1) ?? '',
    newest: known.at(-1) ?? '',
    snapshot: snapshot !== undefined && existsSync(snapshot) ? snapshot : undefined,
  })
}

/** Returns the path of the copy that is made before this migration. */
function snapshotBefore(folder: string, migration: string | undefined): string {
  return join(folder, `before-${migration}.db`)
}

/** Returns the schema of our tables. Another program may have a table of migrations with the same name in another schema. */
async function currentSchema(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? 'public'
}
