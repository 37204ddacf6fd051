import { PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'

/** Connections one server process opens at most. */
const POOL_SIZE = 10
const CONNECT_WITHIN_MS = 5000
/** The server ends a statement, and a transaction in which nothing is asked; a little later we give it up ourselves. */
const STATEMENT_WITHIN_MS = 30_000
const ANSWER_WITHIN_MS = 35_000

/**
 * A pool whose whole numbers arrive as numbers. PostgreSQL sends 64-bit integers as text, since not all fit into a
 * double; ours are instants and counts far below 2^53.
 *
 * @param patient for work that may take as long as it takes, such as changing tables
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
