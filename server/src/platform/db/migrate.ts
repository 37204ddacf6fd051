import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Log } from '../log.ts'
import type { Dialect } from './dialect.ts'
import { migrations } from './migrations.ts'
import type { Schema } from './schema.ts'
import { snapshotSqlite } from './sqlite-copy.ts'
import {
  adoptUnreleased,
  ensureReadingsMoved,
  isLastUnreleased,
  isUnreleased,
  unreleasedDatabase,
} from './unreleased.ts'
import { NewerDatabase } from './unusable-database.ts'

interface Options {
  log: Log
  /** SQLite only: folder for a copy of the database from before the change. */
  snapshotTo?: string
  database?: DatabaseSync
  known?: Readonly<Record<string, Migration>>
}

/** Runs all in one transaction. Throws UnusableDatabase for tables of a newer or an unreleased version. */
export async function migrate(
  db: Kysely<Schema>,
  dialect: Dialect,
  { log, snapshotTo, database, known = migrations(dialect) }: Options,
): Promise<void> {
  const names = Object.keys(known)
  const executed = await listExecuted(db, dialect)
  const isAdopted = isLastUnreleased(executed)
  if (isAdopted) await ensureReadingsMoved(db)
  else throwIfUnknown(executed, names, snapshotTo)
  const pending = isAdopted ? names : names.filter((name) => !executed.includes(name))
  const [first] = pending
  if (first === undefined) return

  if (snapshotTo !== undefined && database) {
    const copy = snapshotBefore(snapshotTo, first)
    await snapshotSqlite(database, copy)
    log.info({ event: 'database.snapshot', file: copy })
  }
  if (isAdopted) {
    await adoptUnreleased(db, dialect, first)
    log.info({ event: 'database.migrated', migration: first })
  }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => known },
    ...(dialect.name === 'postgres' ? { migrationTableSchema: await currentSchema(db) } : {}),
  })
  // A dropped table would take the rows that refer to it with it. The pragma has no effect inside the transaction.
  if (dialect.name === 'sqlite') await sql`pragma foreign_keys = off`.execute(db)
  const { error, results = [] } = await migrator.migrateToLatest()
  if (dialect.name === 'sqlite') await sql`pragma foreign_keys = on`.execute(db)
  if (error) throw error
  for (const { migrationName } of results) log.info({ event: 'database.migrated', migration: migrationName })
}

async function listExecuted(db: Kysely<Schema>, dialect: Dialect): Promise<string[]> {
  const found =
    dialect.name === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`
      : sql`select 1 from pg_tables where schemaname = current_schema() and tablename = 'kysely_migration'`
  if ((await found.execute(db)).rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

function throwIfUnknown(executed: readonly string[], known: readonly string[], snapshotTo: string | undefined): void {
  if (isUnreleased(executed, known[0] ?? '')) throw unreleasedDatabase(executed)
  const unknown = executed.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const snapshot = snapshotTo === undefined ? undefined : snapshotBefore(snapshotTo, unknown[0])
  throw new NewerDatabase({
    unknown: unknown.at(-1) ?? '',
    newest: known.at(-1) ?? '',
    snapshot: snapshot !== undefined && existsSync(snapshot) ? snapshot : undefined,
  })
}

function snapshotBefore(folder: string, migration: string | undefined): string {
  return join(folder, `before-${migration}.db`)
}

/** Returns the current schema: another program may have a migration table of the same name in a different one. */
async function currentSchema(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? 'public'
}
