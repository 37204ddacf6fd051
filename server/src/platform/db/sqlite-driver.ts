import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery, SqliteDriver, type DatabaseConnection, type QueryResult } from 'kysely'

/** How long a write waits for another program's lock in total, and between two attempts. */
const WAIT_MS = 5000
const RETRY_MS = 50
const SQLITE_BUSY = 5

/**
 * One connection that waits for another program's lock without blocking the thread. While a write waits, reads use the
 * connection. A transaction takes the write lock when it begins, so that it waits only there; without it another program
 * could write in the middle, and the transaction would have to start again.
 */
export class WaitingDriver extends SqliteDriver {
  readonly #turn = new Turn()
  #connection: WaitingConnection | undefined

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turn.take()
    return (this.#connection ??= new WaitingConnection(await super.acquireConnection(), this.#turn))
  }

  override async releaseConnection(): Promise<void> {
    this.#turn.give()
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    if (this.#connection) this.#connection.inTransaction = true
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    if (this.#connection) this.#connection.inTransaction = false
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection) this.#connection.inTransaction = false
    await super.rollbackTransaction(connection)
  }
}

class WaitingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  readonly #turn: Turn
  /** Releases the turn of the current holder. */
  inTransaction = false

  constructor(connection: DatabaseConnection, turn: Turn) {
    this.#connection = connection
    this.#turn = turn
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.#connection.executeQuery<Row>(query)
    } catch (error) {
      if (this.inTransaction || !isBusy(error)) throw error
      return this.#retry<Row>(query)
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(query, chunkSize)
  }

  async #retry<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const until = performance.now() + WAIT_MS
    while (true) {
      this.#turn.give()
      await wait(RETRY_MS)
      await this.#turn.take()
      try {
        return await this.#connection.executeQuery<Row>(query)
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw error
      }
    }
  }
}

/** A lock that is granted to one caller at a time, in the order of the calls. */
class Turn {
  #taken = false
  readonly #waiting: Array<() => void> = []

  take(): Promise<void> {
    if (this.#taken) return new Promise((resolve) => this.#waiting.push(resolve))
    this.#taken = true
    return Promise.resolve()
  }

  give(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#taken = false
  }
}

function isBusy(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY
}
