import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely, sql, type PostgresPool } from 'kysely'
import { atEnd } from '../../testing/at-end.ts'
import { TEST_ALL } from '../../testing/test-run.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { DATABASE_FILE } from '../src/platform/disk/data-folder.ts'
import { openPostgresDatabase, openSqliteDatabase, type OpenDatabase } from '../src/platform/db/open.ts'
import { postgresDialect } from '../src/platform/db/postgres.ts'
import type { Schema } from '../src/platform/db/schema.ts'
import { openLog } from '../src/platform/log.ts'
import { dataFolder } from './data-folder.ts'
import { ON_CLUSTER } from './on-cluster.ts'
import { migratedPostgres, POSTGRES } from './postgres-database.ts'

const log = openLog('silent')

/** Opens an empty database that is closed when the test ends. */
type Open = () => Promise<OpenDatabase>

/**
 * For `describe.each(databases)('… on %s', (_name, open) => …)`: a store must work on each database. `npm test` has SQLite,
 * `npm run test:cluster` PostgreSQL, and `npm run test:all` also PGlite, for machines without PostgreSQL.
 */
export const databases: ReadonlyArray<readonly [string, Open]> = ON_CLUSTER
  ? [['PostgreSQL, with the log in JetStream', openPostgres]]
  : [
      ['SQLite', openTestSqlite],
      ...(TEST_ALL ? [['PGlite', openPglite] as const] : []),
      ...(POSTGRES === undefined ? [] : [['PostgreSQL', openPostgres] as const]),
    ]

export async function openTestSqlite(): Promise<OpenDatabase> {
  return closing(await openSqliteDatabase(join(await dataFolder(), DATABASE_FILE), log))
}

// PGlite takes seconds to start: one serves all tests of a worker, each in its own schema.
let pglite: PGlite | undefined
let schemas = 0

async function openPglite(): Promise<OpenDatabase> {
  const opened = await emptyPglite()
  await migrate(opened.db, { name: 'postgres' }, { log })
  return opened
}

/** Opens an empty schema of its own. */
async function emptyPglite(): Promise<OpenDatabase> {
  pglite ??= await (await import('@electric-sql/pglite')).PGlite.create({ parsers: { 20: Number } })
  const schema = `test_${++schemas}`
  const db = new Kysely<Schema>({ dialect: postgresDialect(onePglite(pglite)) })
  await sql.raw(`create schema ${schema}`).execute(db)
  await sql.raw(`set search_path to ${schema}`).execute(db)
  return closing({
    db,
    dialect: 'postgres',
    close: async () => void (await sql.raw(`drop schema ${schema} cascade`).execute(db)),
  })
}

async function openPostgres(): Promise<OpenDatabase> {
  return closing(await openPostgresDatabase(await migratedPostgres(), log))
}

/** Returns a pool of PGlite's single connection: callers wait until it is released. */
function onePglite(database: PGlite): PostgresPool {
  let free: Promise<void> = Promise.resolve()
  return {
    options: {},
    async connect() {
      const before = free
      const { promise, resolve } = Promise.withResolvers<void>()
      free = promise
      await before
      return {
        query: (async (text: string, parameters: readonly unknown[]) => {
          const { rows, affectedRows } = await database.query(text, [...parameters])
          const command = text.trimStart().split(/\s/, 1)[0]?.toUpperCase()
          return { command, rowCount: affectedRows ?? rows.length, rows }
        }) as never,
        release: () => resolve(),
      }
    },
    async end() {},
  }
}

function closing(opened: OpenDatabase): OpenDatabase {
  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    await opened.close()
  }
  atEnd(close)
  return { ...opened, close }
}
