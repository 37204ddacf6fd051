import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  SqliteAdapter,
  SqliteDialect,
  type DialectAdapter,
  type Driver,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely'
import { isCorruption } from './errors.ts'
import { WaitingDriver } from './sqlite-driver.ts'

const NOTHING_CHANGED = { changes: 0, lastInsertRowid: 0 }

/** How many prepared statements are kept; the server's own number of different statements is far below it. */
const STATEMENTS_KEPT = 500

/** How long a statement waits in the thread for another program's lock; the driver waits longer, outside of it. */
const BUSY_MS = 20

/** Opens a SQLite file so that a committed transaction survives a power loss. */
export function openSqlite(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5000 })
  // secure_delete: what is deleted is written over with zeros, not only taken off the list.
  // FULL: the log is on disk before a commit returns. NORMAL would keep the file whole but lose acknowledged readings.
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma secure_delete = on;
    pragma cache_size = -32768;
    pragma mmap_size = 268435456;
    pragma journal_size_limit = 67108864;
    pragma busy_timeout = ${BUSY_MS};
  `)
  return database
}

/** Kysely over node:sqlite. Kysely speaks to better-sqlite3; the difference is these few lines. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase

  /** @param onCorruption called with each error that says a page of the file makes no sense */
  constructor(database: DatabaseSync, onCorruption: (error: Error) => void = () => {}) {
    const adapted = adapt(database, onCorruption)
    super({ database: adapted })
    this.#database = adapted
  }

  override createDriver(): Driver {
    return new WaitingDriver({ database: this.#database })
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter()
  }
}

/** SQLite changes tables inside a transaction: a kill in the middle of a migration leaves nothing half done. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** There is one, but the driver itself gives out the turns. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

function adapt(database: DatabaseSync, onCorruption: (error: Error) => void): SqliteDatabase {
  const noticing = <T>(action: () => T): T => {
    try {
      return action()
    } catch (error) {
      if (isCorruption(error)) onCorruption(error as Error)
      throw error
    }
  }
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(text) {
      const known = statements.get(text)
      if (known) return known
      const isDone = () => text === 'rollback' && !database.isTransaction
      const statement = adaptStatement(
        noticing(() => database.prepare(text)),
        { isDone, noticing },
      )
      if (statements.size >= STATEMENTS_KEPT) statements.clear()
      statements.set(text, statement)
      return statement
    },
  }
}

interface Watched {
  /**
   * Whether there is nothing left to do: SQLite itself rolls back when the disk is full or fails, and a second rollback
   * would throw and hide why.
   */
  readonly isDone: () => boolean
  readonly noticing: <T>(action: () => T) => T
}

function adaptStatement(statement: StatementSync, { isDone, noticing }: Watched): SqliteStatement {
  const bind = (parameters: ReadonlyArray<unknown>) => parameters as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => noticing(() => statement.all(...bind(parameters))),
    run: (parameters) => (isDone() ? NOTHING_CHANGED : noticing(() => statement.run(...bind(parameters)))),
    iterate: (parameters) => statement.iterate(...bind(parameters)),
  }
}
