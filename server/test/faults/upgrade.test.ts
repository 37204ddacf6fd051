import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { DATABASE_FILE } from '../../src/platform/disk/data-folder.ts'
import { inspectSqlite } from '../../src/platform/db/sqlite-copy.ts'
import { knownMigrations } from '../../src/platform/db/migrations.ts'
import { dataFolder, emptyFolder } from '../data-folder.ts'
import { injecting, whyNoStrace } from './strace.ts'

const MIGRATING = join(import.meta.dirname, 'migrating.ts')
const SUBSCRIBERS = 5000
const WRITES = 'pwrite64,fsync,fdatasync,ftruncate,unlink,rename'
const whyNot = whyNoStrace()

test(
  'an upgrade killed at any write changes nothing or all, and the next one completes it and keeps every row',
  { timeout: 600_000 },
  async ({ skip }) => {
    if (whyNot) return skip(whyNot)
    const before = await subscribedFolder()
    const points =
      process.env['FAULTS'] === 'long'
        ? Array.from({ length: 130 }, (_, index) => 1 + 5 * index)
        : [5, 120, 300, 500, 650]
    let copied = 0
    for (const when of points) {
      const dataDir = emptyFolder()
      cpSync(before, dataDir, { recursive: true })
      const file = join(dataDir, DATABASE_FILE)
      const killed = run([...injecting(`${WRITES}:signal=SIGKILL:when=${when}`), process.execPath, MIGRATING, file])
      expect(killed.signal).toBe('SIGKILL')
      if (readdirSync(dataDir).includes(COPY)) copied++
      expect([UNTOUCHED, UPGRADED]).toContainEqual(stateOf(file))

      expect(run([process.execPath, MIGRATING, file])).toMatchObject({ status: 0 })
      expect(stateOf(file)).toEqual(UPGRADED)
      expect(readdirSync(dataDir).filter((name) => name.startsWith('before-'))).toEqual([COPY])
      expect(inspectSqlite(join(dataDir, COPY)).counts['subscriber']).toBe(SUBSCRIBERS)
      rmSync(dataDir, { recursive: true })
    }
    // Some died while they copied the file, and some while they changed the tables.
    expect([copied > 0, copied < points.length]).toEqual([true, true])
  },
)

const COPY = 'before-9001-subscribers-by-number.db'
const LATER = ['9001-subscribers-by-number', '9002-notes']
const UNTOUCHED = { migrations: knownMigrations, subscribers: SUBSCRIBERS, numbered: 0, check: 'ok' }
const UPGRADED = { migrations: [...knownMigrations, ...LATER], subscribers: 0, numbered: SUBSCRIBERS, check: 'ok' }

function run([program = '', ...args]: readonly string[]) {
  return spawnSync(program, args, { encoding: 'utf8' })
}

/** Returns a data folder of this version with subscribers of the newsletter. */
async function subscribedFolder(): Promise<string> {
  const folder = await dataFolder()
  const database = new DatabaseSync(join(folder, DATABASE_FILE))
  database.exec(`
    insert into subscriber (id, email, email_key, created_at, mailed_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${SUBSCRIBERS})
      select i, i || '@example.org', i || '@example.org', 0, 0 from n`)
  database.close()
  return folder
}

function stateOf(file: string) {
  const database = new DatabaseSync(file)
  const check = database.prepare('pragma integrity_check').get()?.['integrity_check']
  const tables = database.prepare(`select name from sqlite_master where name in ('subscriber', 'numbered')`).all()
  const count = (table: string, where: string) =>
    tables.some(({ name }) => name === table)
      ? database.prepare(`select count(*) as n from ${table} where ${where}`).get()?.['n']
      : 0
  const names = database.prepare('select name from kysely_migration order by name').all()
  const state = {
    migrations: names.map(({ name }) => name),
    subscribers: count('subscriber', 'true'),
    numbered: count('numbered', `note = 'number ' || number`),
    check,
  }
  database.close()
  return state
}
