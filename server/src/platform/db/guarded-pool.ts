import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { isUnavailable, StoreUnavailable } from './errors.ts'

/** Interval of attempts while the database is unavailable; other callers fail at once. */
const ASKED_EVERY_MS = 1000

export interface GuardedPool extends PostgresPool {
  /** Milliseconds since the database last answered; 0 while it is available. */
  awayMs(): number
}

/** Lets one caller a second try an unavailable database, and rejects the others. `clock`: monotonic milliseconds. */
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

/** Conflicts between transactions show that the database answers. */
function isConflict(error: unknown): boolean {
  return /^(?:40|55P03)/.test((error as { code?: string }).code ?? '')
}
