import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { dataFolder, emptyFolder } from '../../../test/data-folder.ts'
import { databases } from '../../../test/databases.ts'
import { makeUnreleased, UNRELEASED } from '../../../test/unreleased.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { restoreSqlite } from '../backup/restore-backup.ts'
import { DATABASE_FILE } from '../disk/data-folder.ts'
import { openLog } from '../log.ts'
import { migrate } from './migrate.ts'
import { knownMigrations, migrations } from './migrations.ts'
import { openSqliteDatabase } from './open.ts'
import type { Db } from './schema.ts'
import { inspectSqlite } from './sqlite-copy.ts'
import { UnreleasedDatabase } from './unreleased.ts'

const log = openLog('silent')
const [BASELINE = ''] = knownMigrations

async function recorded(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns all tables with their columns and, on PostgreSQL, constraints. */
async function schemaOf(db: Db, dialect: 'sqlite' | 'postgres') {
  const tables = await db.introspection.getTables()
  const columns = tables.map(({ name, columns: all }) => [name, all.toSorted((a, b) => a.name.localeCompare(b.name))])
  if (dialect === 'sqlite') return { columns }
  const constraints = await sql`select conrelid::regclass::text as at, conname from pg_constraint
    where connamespace = current_schema()::regnamespace order by 1, 2`.execute(db)
  return { columns, constraints: constraints.rows }
}

describe.each(databases)('a database of the last unreleased version on %s', (_name, open) => {
  test('records the baseline in place of 26 unreleased migrations, and keeps every row', async () => {
    const { db, dialect } = await open()
    const expected = await schemaOf(db, dialect)
    await makeUnreleased(db, dialect)
    await db
      .insertInto('weather_place')
      .values(await aPlace(db))
      .execute()
    expect(await recorded(db)).toHaveLength(26)
    expect(await schemaOf(db, dialect)).not.toEqual(expected)

    await migrate(db, { name: dialect }, { log })
    expect(await recorded(db)).toEqual(knownMigrations)
    expect(await schemaOf(db, dialect)).toEqual(expected)
    expect(await db.selectFrom('weather_place').select('name').execute()).toEqual([{ name: 'Aarhus' }])
    await migrate(db, { name: dialect }, { log })
    expect(await recorded(db)).toEqual(knownMigrations)
  })

  test('runs later migrations after the baseline at the same start', async () => {
    const { db, dialect } = await open()
    await makeUnreleased(db, dialect)
    const later = { up: async (tx: Db) => void (await sql`create table later (id text)`.execute(tx)) }
    const known = { ...migrations({ name: dialect }), '9999-later': later }
    await migrate(db, { name: dialect }, { log, known })
    expect(await recorded(db)).toEqual(Object.keys(known))
    expect((await sql`select * from later`.execute(db)).rows).toEqual([])
  })

  test.each(['copying', 'removing'] as const)(
    'refuses a database whose move of readings is at %s in one sentence, and leaves it as it is',
    async (phase) => {
      const { db, dialect } = await open()
      await makeUnreleased(db, dialect, { phase })
      const migrated = migrate(db, { name: dialect }, { log })
      await expect(migrated).rejects.toThrow(UnreleasedDatabase)
      await expect(migrated).rejects.toThrow(/^The database was left untouched, because [^.]* has not moved [^.]*\.$/)
      expect(await recorded(db)).toEqual(UNRELEASED)
    },
  )

  test.each([
    ['an earlier version', UNRELEASED.slice(0, 13), '0013-download-tickets'],
    ['a version with a gap', UNRELEASED.filter((name) => name !== '0012-values-in-rollups'), '0026-dead-letters'],
    ['a version of somebody else', [...UNRELEASED, '0027-of-somebody-else'], '0027-of-somebody-else'],
  ])('refuses a database of %s in one sentence, and leaves it as it is', async (_what, names, last) => {
    const { db, dialect } = await open()
    await makeUnreleased(db, dialect, { names })
    const migrated = migrate(db, { name: dialect }, { log })
    await expect(migrated).rejects.toThrow(UnreleasedDatabase)
    await expect(migrated).rejects.toThrow(
      `at the migration "${last}" of a version of Greenhouse that was never released, and was left untouched`,
    )
    expect(await recorded(db)).toEqual(names)
  })
})

describe('a SQLite file of the last unreleased version', () => {
  test('copies the file before the baseline is recorded', async () => {
    const folder = await unreleasedFolder()
    await (await openSqliteDatabase(join(folder, DATABASE_FILE), log)).close()
    const copies = readdirSync(folder).filter((name) => name.startsWith('before-'))
    expect(copies).toEqual([`before-${BASELINE}.db`])
    expect(inspectSqlite(join(folder, copies[0] ?? '')).migrations).toEqual(UNRELEASED)
  })

  test('copies no file that is refused', async () => {
    const folder = await unreleasedFolder({ phase: 'copying' })
    await expect(openSqliteDatabase(join(folder, DATABASE_FILE), log)).rejects.toThrow(UnreleasedDatabase)
    expect(readdirSync(folder).filter((name) => name.startsWith('before-'))).toEqual([])
  })

  test('restores a backup of the last unreleased version, and refuses one of an earlier version', async () => {
    const [target, now] = [emptyFolder(), Date.parse('2026-11-20T00:00:00Z')]
    const file = await backupOf(await unreleasedFolder(), now)
    await restoreSqlite(file, target, { now, withoutPhotos: false })
    const { db, close } = await openSqliteDatabase(join(target, DATABASE_FILE), log)
    expect(await recorded(db)).toEqual(knownMigrations)
    await close()
    const earlier = await backupOf(await unreleasedFolder({ names: UNRELEASED.slice(0, 25) }), now)
    await expect(restoreSqlite(earlier, target, { now, withoutPhotos: false })).rejects.toThrow(
      'which was never released (it knows 0025-cluster)',
    )
  })
})

function backupOf(dataDir: string, now: number): Promise<string> {
  const request = { dataDir, databaseUrl: null, folder: emptyFolder(), now, version: '0.1.0' }
  return makeBackup(request).then(({ file }) => file)
}

async function unreleasedFolder(options: Parameters<typeof makeUnreleased>[2] = {}): Promise<string> {
  const folder = await dataFolder()
  const { db, close } = await openSqliteDatabase(join(folder, DATABASE_FILE), log)
  await makeUnreleased(db, 'sqlite', options)
  await close()
  return folder
}

async function aPlace(db: Db) {
  const name = { first_name: 'Ann', last_name: 'Holm', birthday: null, country: null, role: 'user' as const }
  const account = { email: 'a@example.org', email_key: 'a@example.org', password_hash: '', created_at: 0 }
  await db
    .insertInto('user')
    .values({ id: 'ann', ...name, ...account, locked_at: null })
    .execute()
  return { user_id: 'ann', name: 'Aarhus', latitude: 56, longitude: 10 }
}
