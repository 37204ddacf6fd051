import { PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'

/** The most connections that one server process opens. */
const POOL_SIZE = 10
const CONNECT_WITHIN_MS = 5000
/** PostgreSQL ends a statement, or an idle transaction, after this; a little later the client gives up by itself. */
const STATEMENT_WITHIN_MS = 30_000
const ANSWER_WITHIN_MS = 35_000

/**
 * Opens a pool that returns 64-bit integers as numbers. PostgreSQL sends them as text, since not all fit into a double;
 * ours are instants and counts far below 2^53.
 *
 * @param patient without a time limit for statements, for long work such as migrations
 */
export function openPostgresPool(url: string, { patient = false } = {}): pg.Pool {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  const limits = {
    statement_timeout: STATEMENT_WITHIN_MS,
    idle_in_transaction_session_timeout: STATEMENT_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  }
  return new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    types,
    ...(patient ? {} : limits),
  })
}

export function postgresDialect(pool: PostgresPool): PostgresDialect {
  return new PostgresDialect({ pool })
}
