import { dirname } from 'node:path'
import { Kysely, sql } from 'kysely'
import { migrate } from '../../src/platform/db/migrate.ts'
import { migrations } from '../../src/platform/db/migrations.ts'
import type { Schema } from '../../src/platform/db/schema.ts'
import { NodeSqliteDialect, openSqlite } from '../../src/platform/db/sqlite.ts'
import { openLog } from '../../src/platform/log.ts'

// Upgrades a database as a later version does, whose migrations rebuild a table: `node migrating.ts <file>`.
const [file = ''] = process.argv.slice(2)
const database = openSqlite(file)
const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(database) })
const running = (...statements: string[]) => ({
  async up(tx: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(tx)
  },
})
const known = {
  ...migrations({ name: 'sqlite' }),
  '9001-subscribers-by-number': running(
    'create table numbered (number integer primary key, email text not null, note text not null)',
    `insert into numbered (email, note) select email, '' from subscriber order by email`,
    'drop table subscriber',
  ),
  '9002-notes': running(`update numbered set note = 'number ' || number`),
}
await migrate(db, { name: 'sqlite' }, { log: openLog('silent'), snapshotTo: dirname(file), database, known })
await db.destroy()
