import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { Log } from '../log.ts'
import { touchPrivate } from '../disk/data-folder.ts'
import { isCorruption } from './errors.ts'
import { guardPool } from './guarded-pool.ts'
import type { LoneServer } from './lone-server.ts'
import { migrate } from './migrate.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Schema } from './schema.ts'
import { NodeSqliteDialect, openSqlite } from './sqlite.ts'
import { CorruptDatabase } from './unusable-database.ts'
import { messageOf } from '../error-details.ts'

/** Larger files are not checked before the first request, since that would delay the start. */
const CHECKED_AT_START_BYTES = 64 * 1024 * 1024

export interface OpenDatabase {
  readonly db: Kysely<Schema>
  readonly dialect: 'sqlite' | 'postgres'
  /** Returns whether a damaged page was found: later writes may be lost. */
  readonly isDamaged?: () => boolean
  /** Resolves when another single-process server has the database: this process must end. */
  readonly taken?: Promise<Error>
  close(): Promise<void>
}

/** Throws UnusableDatabase, without a change, for a damaged file or one of a newer version. */
export async function openSqliteDatabase(file: string, log: Log): Promise<OpenDatabase> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const existed = existsSync(file)
  touchPrivate(file)
  const database = openChecked(file, existed)
  let isDamaged = false
  const dialect = new NodeSqliteDialect(database, (error) => {
    if (!isDamaged) log.fatal({ event: 'database.damaged', file, reason: error.message })
    isDamaged = true
  })
  const db = new Kysely<Schema>({ dialect })
  await closeOnFailure(db, () =>
    namingCorruption(file, () =>
      migrate(db, { name: 'sqlite' }, { log, ...(existed ? { snapshotTo: dirname(file), database } : {}) }),
    ),
  )
  return { db, dialect: 'sqlite', isDamaged: () => isDamaged, close: () => db.destroy() }
}

export interface PostgresOptions {
  readonly migrationUrl?: string | null
  readonly connections?: number
  readonly name?: string
  /** Whether the process works without the database: statements then fail fast while it is unavailable. */
  readonly isDispensable?: boolean
  /** Whether no statement of the process takes long: slow ones then time out sooner. */
  readonly isImpatient?: boolean
  readonly isLone?: boolean
}

/**
 * Of several starting processes one migrates. Throws UnusableDatabase for a newer version, or one used by another
 * single-process server.
 */
export async function openPostgresDatabase(
  url: string,
  log: Log,
  { isLone = false, ...options }: PostgresOptions = {},
): Promise<OpenDatabase> {
  if (!isLone) return openPool(url, log, options)
  const { becomeLoneServer } = await import('./lone-server.ts')
  const lone = await becomeLoneServer(url, { log, name: options.name ?? 'greenhouse' })
  try {
    const opened = await openPool(url, log, options, lone)
    await lone.announce(opened.db)
    const close = () => opened.close().finally(() => lone.close())
    return { ...opened, taken: lone.taken, close }
  } catch (error) {
    await lone.close()
    throw error
  }
}

async function openPool(
  url: string,
  log: Log,
  { migrationUrl = null, connections, name, isDispensable = false, isImpatient = false }: PostgresOptions,
  lone?: LoneServer,
): Promise<OpenDatabase> {
  const { openPostgresPool } = await import('./postgres.ts')
  const { RetryingKysely, RetryingPostgresDialect } = await import('./retrying.ts')
  const named = name === undefined ? {} : { name }
  await changeTables(url, log, migrationUrl, named)
  const pool = openPostgresPool(url, {
    ...named,
    ...(connections === undefined ? {} : { connections }),
    patience: isImpatient ? 'short' : 'usual',
  })
  pool.on('error', (error) => log.warn({ event: 'database.connection-lost', error: error.message }))
  const guarded = isDispensable ? guardPool(pool) : undefined
  const confirmed = lone && (await import('./lone-server.ts')).confirmedPool(pool, lone)
  const db = new RetryingKysely<Schema>({ dialect: new RetryingPostgresDialect(guarded ?? confirmed ?? pool) })
  return { db, dialect: 'postgres', close: () => db.destroy() }
}

/** Connects to PostgreSQL without touching its tables, whatever their version. */
export async function connectPostgres(url: string, name: string): Promise<OpenDatabase> {
  const { openPostgresPool, postgresDialect } = await import('./postgres.ts')
  const db = new Kysely<Schema>({ dialect: postgresDialect(openPostgresPool(url, { name, connections: 1 })) })
  return { db, dialect: 'postgres', close: () => db.destroy() }
}

async function changeTables(
  url: string,
  log: Log,
  migrationUrl: string | null,
  named: { readonly name?: string },
): Promise<void> {
  const { openPostgresPool, postgresDialect } = await import('./postgres.ts')
  const pool = openPostgresPool(migrationUrl ?? url, { ...named, patience: 'long', connections: 3 })
  const db = new Kysely<Schema>({ dialect: postgresDialect(pool) })
  try {
    await oneAtATime(db, log, async () => {
      await migrate(db, { name: 'postgres' }, { log })
      // PostgreSQL refuses concurrent changes of a table's rights.
      if (migrationUrl !== null) await grantTables(db, decodeURIComponent(new URL(url).username))
    })
  } finally {
    await db.destroy()
  }
}

/** Converts damage to a CorruptDatabase: a large file is not checked before the first statements. */
async function namingCorruption(file: string, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    throw isCorruption(error) ? new CorruptDatabase(file, messageOf(error)) : error
  }
}

async function closeOnFailure(db: Kysely<Schema>, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    await db.destroy()
    throw error
  }
}

function openChecked(file: string, existed: boolean): DatabaseSync {
  try {
    const database = openSqlite(file)
    if (existed && statSync(file).size <= CHECKED_AT_START_BYTES) {
      const found = database.prepare('pragma quick_check(1)').get()?.['quick_check']
      if (found !== 'ok') throw new CorruptDatabase(file, String(found))
    }
    return database
  } catch (error) {
    if (error instanceof CorruptDatabase || !isCorruption(error)) throw error
    throw new CorruptDatabase(file, messageOf(error))
  }
}

async function grantTables(db: Kysely<Schema>, role: string): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  const schema = sql.id(rows[0]?.schema ?? 'public')
  const to = sql.id(role)
  await sql`grant usage on schema ${schema} to ${to}`.execute(db)
  await sql`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`.execute(db)
  await sql`grant usage, select on all sequences in schema ${schema} to ${to}`.execute(db)
}
