import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { sql, type Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { onTestFinished } from 'vitest'
import { DATABASE_FILE } from '../../src/platform/disk/data-folder.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { migrations } from '../../src/platform/db/migrations.ts'
import { openSqliteDatabase, type OpenDatabase } from '../../src/platform/db/open.ts'
import { openLog } from '../../src/platform/log.ts'
import { emptyPglite } from '../databases.ts'
import type { Owner } from './garden.ts'

/** What a released version returned about its database. */
export interface ReleasedAnswers extends Owner {
  readonly password: string
  /** Milliseconds since 1970. */
  readonly askedAt: number
  /** The bodies of the replies, by the names of the questions. */
  readonly answers: Readonly<Record<string, unknown>>
}

/** The newest migrations of the released versions whose databases are kept; each is a folder beside this file. */
export const RELEASES: readonly string[] = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted()

/** Opens a released database with the current version, whose migrations run. */
export const openReleased: ReadonlyArray<readonly [string, (release: string) => Promise<OpenDatabase>]> = [
  ['SQLite', openReleasedSqlite],
  ['PGlite', openReleasedPglite],
]

export function readAnswers(release: string): ReleasedAnswers {
  return JSON.parse(unpacked(release, 'answers.json.gz').toString()) as ReleasedAnswers
}

/** Returns a folder of its own with the file of a released version, not opened yet. */
export function releasedFolder(release: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-released-'))
  writeFileSync(join(folder, DATABASE_FILE), unpacked(release, 'greenhouse.db.gz'))
  return folder
}

async function openReleasedSqlite(release: string): Promise<OpenDatabase> {
  const opened = await openSqliteDatabase(join(releasedFolder(release), DATABASE_FILE), openLog('silent'))
  onTestFinished(() => opened.close())
  return opened
}

/** Released migrations never change, so they create the tables as that version did; the rows are those of the file. */
async function openReleasedPglite(release: string): Promise<OpenDatabase> {
  const opened = await emptyPglite()
  const db = opened.db as unknown as Kysely<Record<string, Record<string, unknown>>>
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  const provider = { getMigrations: async () => migrations({ name: 'postgres' }) }
  const { error } = await new Migrator({ db, provider, migrationTableSchema: rows[0]?.name ?? '' }).migrateTo(release)
  if (error) throw error
  const file = new DatabaseSync(join(releasedFolder(release), DATABASE_FILE), { readOnly: true })
  for (const table of tablesOf(file)) {
    const all = file.prepare(`select * from "${table}"`).all()
    for (let from = 0; from < all.length; from += 500) {
      await db
        .insertInto(table)
        .values(all.slice(from, from + 500))
        .execute()
    }
  }
  file.close()
  await sql`select setval(pg_get_serial_sequence('device', 'key'), (select max(key) from device))`.execute(db)
  await migrate(opened.db, { name: 'postgres' }, { log: openLog('silent') })
  return opened
}

/** The tables of the product, in the order in which they were created: a row comes after the one that it references. */
function tablesOf(file: DatabaseSync): string[] {
  const rows = file.prepare(`select name from sqlite_master where type = 'table' order by rowid`).all()
  return rows.map(({ name }) => String(name)).filter((name) => !/^(?:kysely|sqlite)_/.test(name))
}

function unpacked(release: string, name: string): Buffer {
  return gunzipSync(readFileSync(join(import.meta.dirname, release, name)))
}
