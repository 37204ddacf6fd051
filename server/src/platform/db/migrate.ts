import { join } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import { sql, type Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { touchPrivate } from '../data-folder.ts'
import type { Log } from '../log.ts'
import type { Dialect } from './dialect.ts'
import { migrations } from './migrations.ts'
import type { Schema } from './schema.ts'

interface Options {
  log: Log
  /** SQLite only: where a copy is laid before anything changes, and the file to copy. */
  snapshotTo?: string
  database?: DatabaseSync
}

/**
 * Brings the tables up to date, all pending migrations in one transaction: killed in the middle, nothing has happened.
 * A SQLite file that holds data is copied first. Throws when the file was written by a newer version.
 */
export async function migrate(
  db: Kysely<Schema>,
  dialect: Dialect,
  { log, snapshotTo, database }: Options,
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations(dialect) },
    ...(dialect.name === 'postgres' ? { migrationTableSchema: await currentSchema(db) } : {}),
  })
  const pending = (await migrator.getMigrations()).filter(({ executedAt }) => executedAt === undefined)
  if (pending.length === 0) return

  if (snapshotTo !== undefined && database) {
    const copy = join(snapshotTo, `before-${pending[0]?.name}.db`)
    touchPrivate(copy)
    await backup(database, copy)
    log.info({ event: 'database.snapshot', file: copy })
  }
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  for (const { migrationName } of results) log.info({ event: 'database.migrated', migration: migrationName })
}

/** Where our tables are. Another program's in the same database may keep a table of migrations of the same name. */
async function currentSchema(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? 'public'
}
