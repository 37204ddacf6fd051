import { setTimeout as wait } from 'node:timers/promises'
import {
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type AbortableOperationOptions,
  type DatabaseConnection,
  type PostgresPool,
  type Transaction,
  type TransactionBuilder,
  type TransactionSettings,
} from 'kysely'
import { codeOf } from '../error-details.ts'

/** serialization_failure and deadlock_detected: PostgreSQL rolled back one of two conflicting transactions. */
const UNDONE = new Set(['40001', '40P01'])
const TRIES = 4
const PAUSE_MS = 20

/** Retries a transaction that PostgreSQL rolled back, including its effects outside of the database. */
export class RetryingKysely<Tables> extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    return retrying(super.transaction())
  }
}

function retrying<Tables>(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const once = builder.execute.bind(builder)
  builder.execute = <Result>(work: (tx: Transaction<Tables>) => Promise<Result>) => again(() => once(work))
  // setIsolationLevel returns a new builder, which must retry too: stricter isolation causes most conflicts.
  const isolate = builder.setIsolationLevel.bind(builder)
  builder.setIsolationLevel = (level) => retrying(isolate(level))
  return builder
}

export class RetryingPostgresDialect extends PostgresDialect {
  readonly #pool: PostgresPool

  constructor(pool: PostgresPool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): PostgresDriver {
    return new RetryingPostgresDriver({ pool: this.#pool })
  }
}

type Connection = Parameters<PostgresDriver['releaseConnection']>[0]

/** A statement outside of a transaction is one by itself: PostgreSQL has undone all of it. */
class RetryingPostgresDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>()
  readonly #inTransaction = new WeakSet<DatabaseConnection>()

  override async acquireConnection(options?: AbortableOperationOptions): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(options)
    if (this.#known.has(connection)) return connection
    this.#known.add(connection)
    const once: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection)
    connection.executeQuery = (...query) =>
      this.#inTransaction.has(connection) ? once(...query) : again(() => once(...query))
    return connection
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    this.#inTransaction.add(connection)
    await super.beginTransaction(connection, settings)
  }

  override async releaseConnection(connection: Connection): Promise<void> {
    this.#inTransaction.delete(connection)
    await super.releaseConnection(connection)
  }
}

async function again<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= TRIES || !UNDONE.has(codeOf(error) ?? '')) throw error
      // At random times, or the same transactions would conflict again.
      await wait(PAUSE_MS * tries * (0.5 + Math.random()))
    }
  }
}
