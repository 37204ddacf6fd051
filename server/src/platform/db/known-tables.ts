import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations.ts'
import { NodeSqliteDialect } from './sqlite.ts'

/** The names of all tables that we make: those of an empty database that has seen every migration. */
export async function knownTables(): Promise<string[]> {
  const database = new DatabaseSync(':memory:')
  const db = new Kysely({ dialect: new NodeSqliteDialect(database) })
  try {
    const provider = { getMigrations: async () => migrations({ name: 'sqlite' }) }
    const { error } = await new Migrator({ db, provider }).migrateToLatest()
    if (error) throw error
    const rows = database
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name")
      .all() as Array<{ name: string }>
    return rows.map(({ name }) => name)
  } finally {
    await db.destroy()
  }
}
