import { PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'

/** The most connections that one server process opens, unless it is told otherwise. */
const POOL_SIZE = 10
const CONNECT_WITHIN_MS = 5000
/** PostgreSQL ends a statement, or an idle transaction, after this; a little later the client gives up by itself. */
const STATEMENT_WITHIN_MS = 30_000
/** Who can do without the database gives up sooner. */
const IMPATIENT_WITHIN_MS = 4000
const ANSWER_LATER_MS = 5000
/** Who waits for a lock gives up in this part of the time that its statement has. */
const LOCK_PART = 2

interface PoolOptions {
  readonly connections?: number
  /** What PostgreSQL lists the connections under. */
  readonly name?: string
  /**
   * `long` has no time limit for statements, for work such as migrations; `short` is for processes that go on without the
   * database while it is away.
   */
  readonly patience?: 'long' | 'usual' | 'short'
}

/**
 * Opens a pool that returns 64-bit integers as numbers. PostgreSQL sends them as text, since not all fit into a double;
 * ours are instants and counts far below 2^53.
 */
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
  // The server may end a connection that somebody holds between two statements, as it does when a process slept within a
  // transaction. The next statement fails and tells the holder; unheard, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export function postgresDialect(pool: PostgresPool): PostgresDialect {
  return new PostgresDialect({ pool })
}
