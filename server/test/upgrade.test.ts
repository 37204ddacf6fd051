import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrate } from '../src/platform/db/migrate.ts'
import { knownMigrations, migrations } from '../src/platform/db/migrations.ts'
import { openSqliteDatabase, type OpenDatabase } from '../src/platform/db/open.ts'
import { openSqlite } from '../src/platform/db/sqlite.ts'
import { DATABASE_FILE } from '../src/platform/disk/data-folder.ts'
import { openLog } from '../src/platform/log.ts'
import { dataFolder } from './data-folder.ts'
import { spawnServer } from './faults/real-server.ts'

const log = openLog('silent')

describe('a database of a newer version', () => {
  test('a database of a newer version stops the start with one sentence about both versions and the snapshot, and stays unchanged', async () => {
    const folder = await newerFolder()
    const name = join(folder, DATABASE_FILE)
    const snapshot = join(folder, 'before-9998-from-the-future.db')
    writeFileSync(snapshot, '')
    const before = readFileSync(name)

    const { code, errors } = await spawnServer(folder).ended
    expect(code).toBe(1)
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect(errors).toContain('upgraded to "9999-later" by a newer version of Greenhouse')
    expect(errors).toContain(`only up to "${knownMigrations.at(-1)}"`)
    expect(errors).toContain(snapshot)
    expect(readFileSync(name).equals(before)).toBe(true)
  })

  test('a database of a newer version without its snapshot asks for a backup', async () => {
    const folder = await newerFolder()
    const opened = openSqliteDatabase(join(folder, DATABASE_FILE), log)
    await expect(opened).rejects.toThrow(/put the backup from before that upgrade in its place/)
  })

  test('a database of a newer version opens again, without later data, from its snapshot', async () => {
    const folder = await dataFolder()
    const file = join(folder, DATABASE_FILE)
    await keepHealth(file, 1)
    await upgrade(folder)
    await expect(keepHealth(file, 2)).rejects.toThrow('by a newer version of Greenhouse')
    renameSync(join(folder, 'before-9999-later.db'), file)
    expect(await keepHealth(file, 3)).toEqual([1, 3])
  })
})

/** Opens a database with this version and adds a row. Returns the ids of all. */
async function keepHealth(file: string, id: number): Promise<number[]> {
  const { db, close } = await openSqliteDatabase(file, log)
  await db.insertInto('health').values({ id, at: 0 }).execute()
  const rows = await db.selectFrom('health').select('id').orderBy('id').execute()
  await close()
  return rows.map((row) => row.id)
}

/** Upgrades a data folder as a later version does. */
async function upgrade(folder: string): Promise<void> {
  const file = join(folder, DATABASE_FILE)
  const { db, close } = await openSqliteDatabase(file, log)
  const database = openSqlite(file)
  const later = { up: async (tx: OpenDatabase['db']) => void (await sql`create table later (id text)`.execute(tx)) }
  const known = { ...migrations({ name: 'sqlite' }), '9999-later': later }
  await migrate(db, { name: 'sqlite' }, { log, snapshotTo: folder, database, known })
  database.close()
  await close()
}

async function newerFolder(): Promise<string> {
  const folder = await dataFolder()
  const { db, close } = await openSqliteDatabase(join(folder, DATABASE_FILE), log)
  for (const name of ['9998-from-the-future', '9999-later'])
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${'2031-01-01T00:00:00.000Z'})`.execute(
      db,
    )
  await close()
  return folder
}
