import { PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'

const POOL_SIZE = 10
const CONNECT_WITHIN_MS = 5000
/** PostgreSQL's own limit for a statement or an idle transaction; the client gives up a little later. */
const STATEMENT_WITHIN_MS = 30_000
const IMPATIENT_WITHIN_MS = 4000
const ANSWER_LATER_MS = 5000
const LOCK_PART = 2

interface PoolOptions {
  readonly connections?: number
  readonly name?: string
  /** `long`: no statement timeout, for migrations; `short`: for processes that work without the database. */
  readonly patience?: 'long' | 'usual' | 'short'
}

/** Returns 64-bit integers as numbers: ours are instants and counts far below 2^53. PostgreSQL sends them as text. */
export function openPostgresPool(
  url: string,
  { connections = POOL_SIZE, name = 'greenhouse', patience = 'usual' }: PoolOptions = {},
): pg.Pool {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  const within = patience === 'short' ? IMPATIENT_WITHIN_MS : STATEMENT_WITHIN_MS
  const limits = {
    statement_timeout: within,
    lock_timeout: within / LOCK_PART,
    idle_in_transaction_session_timeout: within,
    query_timeout: within + (patience === 'short' ? 0 : ANSWER_LATER_MS),
  }
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: connections,
    connectionTimeoutMillis: patience === 'short' ? IMPATIENT_WITHIN_MS / 2 : CONNECT_WITHIN_MS,
    keepAlive: true,
    types,
    ...(patience === 'long' ? {} : limits),
  })
  // PostgreSQL may end a connection between two statements, as when a process slept within a transaction. The next
  // statement fails; an unhandled error event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  // The pool replaces a connection that ends while it is idle, also one that it is closing.
  pool.on('error', () => {})
  return pool
}

export function postgresDialect(pool: PostgresPool): PostgresDialect {
  return new PostgresDialect({ pool })
}
