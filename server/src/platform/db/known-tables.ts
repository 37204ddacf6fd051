import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations.ts'
import { NodeSqliteDialect } from './sqlite.ts'

/** Returns the names of all our tables by running every migration on an empty database. */
export async function knownTables(): Promise<string[]> {
  const database = new DatabaseSync(':memory:')
  const db = new Kysely({ dialect: new NodeSqliteDialect(database) })
  try {
    const provider = { getMigrations: async () => migrations({ name: 'sqlite' }) }
    const { error } = await new Migrator({ db, provider }).migrateToLatest()
    if (error) throw error
    const rows = database
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name")
      .all()
    return rows.map(({ name }) => String(name))
  } finally {
    await db.destroy()
  }
}
