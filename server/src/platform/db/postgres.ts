import { PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'

/** Connections one server process opens at most. */
const POOL_SIZE = 10

/**
 * A pool whose whole numbers arrive as numbers. PostgreSQL sends 64-bit integers as text, since not all fit into a
 * double; ours are instants and counts far below 2^53.
 */
export function openPostgresPool(url: string): pg.Pool {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  return new pg.Pool({ connectionString: url, max: POOL_SIZE, connectionTimeoutMillis: 5000, types })
}

export function postgresDialect(pool: PostgresPool): PostgresDialect {
  return new PostgresDialect({ pool })
}
