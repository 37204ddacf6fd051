import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { PostgresServer } from '../../../testing/postgres-server.ts'
import { migrations } from '../../src/platform/db/migrations.ts'
import { renumber } from '../../src/platform/db/moving/copy.ts'
import { openPostgresDatabase, openSqliteDatabase, type OpenDatabase } from '../../src/platform/db/open.ts'
import { openPostgresPool, postgresDialect } from '../../src/platform/db/postgres.ts'
import type { Schema } from '../../src/platform/db/schema.ts'
import { DATABASE_FILE } from '../../src/platform/disk/data-folder.ts'
import { openLog } from '../../src/platform/log.ts'
import { recordedFolder } from './recorded-files.ts'

const AT_ONCE = 500

/** Opens a recorded database with this version, which runs newer migrations. */
export function openRecordedSqlite(version: string): Promise<OpenDatabase> {
  return openSqliteDatabase(join(recordedFolder(version), DATABASE_FILE), openLog('silent'))
}

/** Opens it on PostgreSQL, with the migrations up to that version and the rows of the file. */
export async function openRecordedPostgres(version: string, server: PostgresServer): Promise<OpenDatabase> {
  const url = await server.createDatabase(`recorded_${version.replaceAll('-', '_')}`)
  const db = new Kysely<Schema>({ dialect: postgresDialect(openPostgresPool(url, { patience: 'long' })) })
  const provider = { getMigrations: async () => migrations({ name: 'postgres' }) }
  const { error } = await new Migrator({ db, provider, migrationTableSchema: 'public' }).migrateTo(version)
  if (error) throw error
  await copyRows(new DatabaseSync(join(recordedFolder(version), DATABASE_FILE), { readOnly: true }), db)
  await db.destroy()
  return openPostgresDatabase(url, openLog('silent'))
}

async function copyRows(file: DatabaseSync, db: Kysely<Schema>): Promise<void> {
  const into = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  for (const table of tablesOf(file)) {
    const rows = file.prepare(`select * from "${table}"`).all()
    for (let from = 0; from < rows.length; from += AT_ONCE)
      await into
        .insertInto(table)
        .values(rows.slice(from, from + AT_ONCE))
        .execute()
    const key = file.prepare('select name from pragma_table_info(?) where pk > 0').all(table)
    await renumber(db, [{ name: table, key: key.map(({ name }) => String(name)), columns: [], parents: [] }])
  }
  file.close()
}

/** Returns the tables of the product, in the order in which they were created: a row comes after the one it refers to. */
export function tablesOf(file: DatabaseSync): string[] {
  const rows = file.prepare(`select name from sqlite_master where type = 'table' order by rowid`).all()
  return rows.map(({ name }) => String(name)).filter((name) => !/^(?:kysely|sqlite)_/.test(name))
}
