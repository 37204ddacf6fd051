import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { isUnavailable, StoreUnavailable } from './errors.ts'

/** While the database is away it is asked once in so many milliseconds; everybody else is told at once. */
const ASKED_EVERY_MS = 1000

export interface GuardedPool extends PostgresPool {
  /** Milliseconds since the database was last known to answer; 0 while it does. */
  awayMs(): number
}

/**
 * Keeps those who can do without the database from waiting for it: after it has failed, one of them tries it in each second,
 * and the others fail at once.
 *
 * @param clock milliseconds that only go forward
 */
export function guardPool(pool: PostgresPool, clock: () => number = () => performance.now()): GuardedPool {
  let awaySince: number | undefined
  let triedAt = -Infinity

  function note(error: unknown): void {
    if (!isUnavailable(error) || isConflict(error)) return
    awaySince ??= clock()
    triedAt = clock()
  }

  function guarded(client: PostgresPoolClient): PostgresPoolClient {
    const send = client.query.bind(client) as (...parameters: unknown[]) => Promise<unknown>
    async function query(...parameters: unknown[]): Promise<unknown> {
      try {
        const result = await send(...parameters)
        awaySince = undefined
        return result
      } catch (error) {
        note(error)
        throw error
      }
    }
    return Object.create(client, { query: { value: query } }) as PostgresPoolClient
  }

  return {
    options: pool.options,
    awayMs: () => (awaySince === undefined ? 0 : clock() - awaySince),
    async connect() {
      if (awaySince !== undefined && clock() - triedAt < ASKED_EVERY_MS)
        throw new StoreUnavailable('The database is away.')
      triedAt = clock()
      try {
        return guarded(await pool.connect())
      } catch (error) {
        note(error)
        throw error
      }
    },
    end: () => pool.end(),
  }
}

/** Transactions were in each other's way: the database is there. */
function isConflict(error: unknown): boolean {
  return /^(?:40|55P03)/.test((error as { code?: string }).code ?? '')
}
