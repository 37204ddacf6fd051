import { NEXT_WITHOUT_FLUSH } from '@greenhouse/timeseries'
import { setTimeout as wait } from 'node:timers/promises'
import {
  CompiledQuery,
  SqliteDriver,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDialectConfig,
} from 'kysely'
import { sqliteCodeOf } from '../error-details.ts'

const WAIT_MS = 5000
const RETRY_MS = 50
const SQLITE_BUSY = 5

const BEGIN = CompiledQuery.raw('begin immediate')

type SetFlush = (isOn: boolean) => void

/**
 * Waits for another program's lock without blocking the thread. A transaction takes the write lock when it begins: no
 * statement of it can fail for a lock.
 */
export class WaitingDriver extends SqliteDriver {
  readonly #turn = new Turn()
  readonly #setFlush: SetFlush
  #connection: WaitingConnection | undefined

  constructor(config: SqliteDialectConfig, setFlush: SetFlush) {
    super(config)
    this.#setFlush = setFlush
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turn.take()
    return (this.#connection ??= new WaitingConnection(await super.acquireConnection(), this.#turn, this.#setFlush))
  }

  override async releaseConnection(): Promise<void> {
    if (this.#connection) this.#connection.flushesNext = true
    this.#turn.give()
  }

  override async beginTransaction(): Promise<void> {
    await this.#connection?.begin()
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    if (this.#connection) this.#connection.inTransaction = false
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } finally {
      if (this.#connection) this.#connection.inTransaction = false
    }
  }
}

class WaitingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  readonly #turn: Turn
  readonly #setFlush: SetFlush
  inTransaction = false
  flushesNext = true
  #flushes = true

  constructor(connection: DatabaseConnection, turn: Turn, setFlush: SetFlush) {
    this.#connection = connection
    this.#turn = turn
    this.#setFlush = setFlush
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (query.sql === NEXT_WITHOUT_FLUSH.sql) {
      this.flushesNext = false
      return { rows: [] }
    }
    if (this.inTransaction) return this.#connection.executeQuery<Row>(query)
    return this.#onceUnlocked(() => this.#execute<Row>(query, true))
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(query, chunkSize)
  }

  async begin(): Promise<void> {
    const flushes = this.flushesNext
    this.flushesNext = true
    await this.#onceUnlocked(() => this.#execute(BEGIN, flushes))
    this.inTransaction = true
  }

  /** Sets the flush with each attempt: others use the connection between two attempts. */
  #execute<Row>(query: CompiledQuery, flushes: boolean): Promise<QueryResult<Row>> {
    if (this.#flushes !== flushes) this.#setFlush(flushes)
    this.#flushes = flushes
    return this.#connection.executeQuery<Row>(query)
  }

  async #onceUnlocked<Result>(execute: () => Promise<Result>): Promise<Result> {
    let until: number | undefined
    while (true) {
      try {
        return await execute()
      } catch (error) {
        until ??= performance.now() + WAIT_MS
        if (!isBusy(error) || performance.now() > until) throw error
      }
      this.#turn.give()
      await wait(RETRY_MS)
      await this.#turn.take()
    }
  }
}

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
  return (sqliteCodeOf(error) ?? 0) % 256 === SQLITE_BUSY
}
