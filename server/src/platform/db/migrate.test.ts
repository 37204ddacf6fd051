import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { describe, expect, onTestFinished, test } from 'vitest'
import { dataFolder } from '../../../test/data-folder.ts'
import { databases } from '../../../test/databases.ts'
import { DATABASE_FILE } from '../disk/data-folder.ts'
import { openLog } from '../log.ts'
import { migrate } from './migrate.ts'
import { knownMigrations, migrations } from './migrations.ts'
import { openSqliteDatabase } from './open.ts'
import type { Db } from './schema.ts'
import { openSqlite } from './sqlite.ts'
import { inspectSqlite } from './sqlite-copy.ts'
import { NewerDatabase } from './unusable-database.ts'

const log = openLog('silent')

const running = (statement: string): Migration => ({
  up: async (db: Kysely<unknown>) => void (await sql.raw(statement).execute(db)),
})
/** Two later migrations; the second depends on the first. */
const LATER = {
  '9001-sheds': running('create table shed (id text primary key)'),
  '9002-first-shed': running(`insert into shed (id) values ('north')`),
}
const withLater = (name: 'sqlite' | 'postgres', later: Record<string, Migration> = LATER) => ({
  ...migrations({ name }),
  ...later,
})

async function recorded(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

const shedsIn = async (db: Db) => (await sql`select id from shed`.execute(db)).rows

describe.each(databases)('migrations on %s', (_name, open) => {
  test('runs migrations in their order, each once', async () => {
    const { db, dialect } = await open()
    const known = withLater(dialect)
    await migrate(db, { name: dialect }, { log, known })
    await migrate(db, { name: dialect }, { log, known })
    expect(await recorded(db)).toEqual([...knownMigrations, '9001-sheds', '9002-first-shed'])
    expect(await shedsIn(db)).toEqual([{ id: 'north' }])
  })

  test('changes nothing when a migration fails, and runs all at the next start', async () => {
    const { db, dialect } = await open()
    const failing = withLater(dialect, { ...LATER, '9003-fails': running('insert into nowhere values (1)') })
    await expect(migrate(db, { name: dialect }, { log, known: failing })).rejects.toThrow('nowhere')
    expect(await recorded(db)).toEqual(knownMigrations)
    await expect(shedsIn(db)).rejects.toThrow('shed')
    await migrate(db, { name: dialect }, { log, known: withLater(dialect) })
    expect(await shedsIn(db)).toEqual([{ id: 'north' }])
  })

  test('refuses a database of a newer version and names both migrations', async () => {
    const { db, dialect } = await open()
    await migrate(db, { name: dialect }, { log, known: withLater(dialect) })
    const older = migrate(db, { name: dialect }, { log })
    await expect(older).rejects.toThrow(NewerDatabase)
    await expect(older).rejects.toThrow(/upgraded to "9002-first-shed".* only up to "\d{4}-[^"]+"/)
    expect(await shedsIn(db)).toEqual([{ id: 'north' }])
  })
})

test('copies a SQLite file before a migration changes it', async () => {
  const folder = await dataFolder()
  const file = join(folder, DATABASE_FILE)
  const { db, close } = await openSqliteDatabase(file, log)
  onTestFinished(close)
  const database = openSqlite(file)
  onTestFinished(() => database.close())
  const options = { log, snapshotTo: folder, database, known: withLater('sqlite') }
  await migrate(db, { name: 'sqlite' }, options)
  await migrate(db, { name: 'sqlite' }, options)
  const copies = readdirSync(folder).filter((name) => name.startsWith('before-'))
  expect(copies).toEqual(['before-9001-sheds.db'])
  expect(inspectSqlite(join(folder, copies[0] ?? '')).migrations).toEqual(knownMigrations)
})
