import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { isUnavailable, StoreUnavailable } from './errors.ts'
import { codeOf } from '../error-details.ts'

/** Interval of attempts while the database is unavailable; other callers fail at once. */
const TRIED_EVERY_MS = 1000

/** Lets one caller a second try an unavailable database, and rejects the others. `clock`: monotonic milliseconds. */
export function guardPool(pool: PostgresPool, clock: () => number = () => performance.now()): PostgresPool {
  let isDown = false
  let triedAt = -Infinity

  function note(error: unknown): void {
    if (!isUnavailable(error) || isConflict(error)) return
    isDown = true
    triedAt = clock()
  }

  function guarded(client: PostgresPoolClient): PostgresPoolClient {
    // Forwards every overload of query.
    const send = client.query.bind(client) as (...parameters: unknown[]) => Promise<unknown>
    async function query(...parameters: unknown[]): Promise<unknown> {
      try {
        const result = await send(...parameters)
        isDown = false
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
    async connect() {
      if (isDown && clock() - triedAt < TRIED_EVERY_MS) throw new StoreUnavailable('The database is unavailable.')
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
  return /^(?:40|55P03)/.test(codeOf(error) ?? '')
}
