import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { findPostgres, runPsql, startPostgres, type PostgresServer } from '../../../../testing/postgres-server.ts'
import { openLog } from '../log.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { openPostgresDatabase, type OpenDatabase, type PostgresOptions } from './open.ts'
import { NewerDatabase } from './unusable-database.ts'

const START = 6

let started: Promise<PostgresServer> | undefined
afterAll(async () => (await started)?.close())

let made = 0

async function emptyDatabase(): Promise<{ name: string; url: string }> {
  started ??= startPostgres({ connections: 200 })
  const name = `starts_${++made}`
  return { name, url: await (await started).createDatabase(name) }
}

const holding = new Set<pg.Client>()

/** Opens a database as a starting process does, and records the events that it logs. */
function start(url: string, options: PostgresOptions = {}) {
  const events: Array<{ event: string; migration?: string; holder?: string | null }> = []
  const log = openLog('info', { write: (line: string) => void events.push(JSON.parse(line)) })
  const opened = openPostgresDatabase(url, log, options)
  onTestFinished(async () => {
    // A failed test may have left it waiting.
    await Promise.all([...holding].map((client) => client.end()))
    const database = await opened.catch(() => undefined)
    await database?.close()
  })
  return { opened, namesOf: () => events.map(({ event }) => event), events }
}

/** Blocks the first migration: creating a table waits for an uncommitted table of the same name. */
async function holdMigration(url: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  holding.add(client)
  await client.query('begin; create table "user" (id text)')
  return {
    release: () => client.query('rollback'),
    async waiting(): Promise<number[]> {
      const { rows } = await client.query(
        "select pid from pg_locks where not granted and locktype = 'transactionid' order by pid",
      )
      return rows.map((row) => Number(row.pid))
    },
  }
}

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

const countUsers = ({ db }: OpenDatabase) => db.selectFrom('user').select('id').execute()

describe.skipIf(!findPostgres())('processes that start at once', () => {
  test('creates the tables in one process while the others log whom they wait for', async () => {
    const { url } = await emptyDatabase()
    const held = await holdMigration(url)
    const first = start(url, { name: 'greenhouse first' })
    await expect.poll(held.waiting).toHaveLength(1)
    const others = Array.from({ length: START - 1 }, () => start(url))
    for (const { namesOf } of others) await expect.poll(namesOf).toEqual(['database.migration-awaited'])
    expect(others.map(({ events }) => events[0]?.holder)).toEqual(others.map(() => 'greenhouse first'))
    await held.release()
    for (const { opened } of [first, ...others]) expect(await countUsers(await opened)).toEqual([])
    expect(new Set(first.namesOf())).toEqual(new Set(['database.migrated']))
    for (const { namesOf } of others) expect(namesOf()).toEqual(['database.migration-awaited'])
  })

  test('creates the tables in another process when the first one is killed', async () => {
    const { url } = await emptyDatabase()
    const held = await holdMigration(url)
    const first = start(url, { name: 'greenhouse first' })
    const failed = errorOf(first.opened)
    await expect.poll(held.waiting).toHaveLength(1)
    const others = [start(url), start(url)]
    for (const { namesOf } of others) await expect.poll(namesOf).toEqual(['database.migration-awaited'])
    runPsql(url, "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'greenhouse first'")
    expect(await failed).toBeInstanceOf(Error)
    await expect.poll(held.waiting).toHaveLength(1)
    await held.release()
    for (const { opened } of others) expect(await countUsers(await opened)).toEqual([])
    const migrating = others.filter(({ namesOf }) => namesOf().includes('database.migrated'))
    expect(migrating).toHaveLength(1)
  })

  test('logs nothing at a start with existing tables', async () => {
    const { url } = await emptyDatabase()
    await start(url).opened
    const second = start(url)
    await second.opened
    expect(second.namesOf()).toEqual([])
  })

  test('reports newer tables to a process that waited for a newer version', async () => {
    const { url } = await emptyDatabase()
    const { db } = await start(url).opened
    const older = await oneAtATime(db, openLog('silent'), async () => {
      const waiting = start(url)
      const refused = errorOf(waiting.opened)
      await expect.poll(waiting.namesOf).toEqual(['database.migration-awaited'])
      runPsql(url, "insert into kysely_migration values ('9999-of-the-future', '')")
      return { refused }
    })
    expect(await older.refused).toBeInstanceOf(NewerDatabase)
  })
})

describe.skipIf(!findPostgres())('a role that may not change tables', () => {
  async function twoRoles() {
    const { name, url } = await emptyDatabase()
    const [owner, app] = [`owner_${made}`, `app_${made}`]
    runPsql(url, `create role ${owner} login; create role ${app} login; alter database ${name} owner to ${owner}`)
    const as = (role: string) => url.replace('postgres@', `${role}@`)
    return { url: as(app), migrationUrl: as(owner) }
  }

  test('refuses a start on an empty database with a role that may not change tables', async () => {
    const { url } = await twoRoles()
    await expect(start(url).opened).rejects.toThrow('permission denied')
  })

  test('uses the tables of another role in any number of concurrent starts, without changing one', async () => {
    const { url, migrationUrl } = await twoRoles()
    for (let round = 0; round < 5; round++) {
      const opened = await Promise.all(Array.from({ length: START }, () => start(url, { migrationUrl }).opened))
      for (const { db } of opened) {
        const key = `${round}-${opened.length}`
        await db.insertInto('sign_in_attempt').values({ key, failures: 0, last_at: 0, forgotten_at: 0 }).execute()
        await db.deleteFrom('sign_in_attempt').where('key', '=', key).execute()
      }
    }
    expect(() => runPsql(url, 'drop table sign_in_attempt')).toThrow('must be owner')
    expect(() => runPsql(url, 'create table of_mine (id text)')).toThrow('permission denied')
  })
})
