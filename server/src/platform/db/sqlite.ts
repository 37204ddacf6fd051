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

/** Cached prepared statements; the server has far fewer. */
const STATEMENTS_KEPT = 500

/** How long a statement may block the thread for another program's lock; the driver waits longer without blocking. */
const BUSY_MS = 20

export function openSqlite(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5000 })
  // secure_delete overwrites deleted content with zeros. FULL syncs the log before a commit returns; NORMAL would lose
  // acknowledged readings in a power loss.
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

export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: DatabaseSync
  readonly #adapted: SqliteDatabase

  /** @param onCorruption called with each error about a damaged page */
  constructor(database: DatabaseSync, onCorruption: (error: Error) => void = () => {}) {
    const adapted = adapt(database, onCorruption)
    super({ database: adapted })
    this.#database = database
    this.#adapted = adapted
  }

  override createDriver(): Driver {
    // Not prepared: SQLite executes this pragma during preparation, and only then.
    return new WaitingDriver({ database: this.#adapted }, (isOn) =>
      this.#database.exec(`pragma synchronous = ${isOn ? 'full' : 'normal'}`),
    )
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter()
  }
}

/** SQLite changes tables inside a transaction, so that a kill during a migration changes nothing. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  override get supportsMultipleConnections(): boolean {
    return true
  }
}

function adapt(database: DatabaseSync, onCorruption: (error: Error) => void): SqliteDatabase {
  const noticing = <T>(action: () => T): T => {
    try {
      return action()
    } catch (error) {
      if (error instanceof Error && isCorruption(error)) onCorruption(error)
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
      // SQLite executes some pragmas during preparation, and only then.
      if (text.startsWith('pragma')) return statement
      if (statements.size >= STATEMENTS_KEPT) statements.clear()
      statements.set(text, statement)
      return statement
    },
  }
}

interface Watched {
  /** True for a rollback after SQLite's own (full disk): a second one would throw and hide the cause. */
  readonly isDone: () => boolean
  readonly noticing: <T>(action: () => T) => T
}

function adaptStatement(statement: StatementSync, { isDone, noticing }: Watched): SqliteStatement {
  // Kysely passes only values that SQLite stores.
  const bind = (parameters: ReadonlyArray<unknown>) => parameters as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => noticing(() => statement.all(...bind(parameters))),
    run: (parameters) => (isDone() ? NOTHING_CHANGED : noticing(() => statement.run(...bind(parameters)))),
    iterate: (parameters) => statement.iterate(...bind(parameters)),
  }
}
