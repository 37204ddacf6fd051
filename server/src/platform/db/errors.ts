/** SQLITE_BUSY, LOCKED, NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB: the store is unavailable now. */
const SQLITE = new Set([5, 6, 7, 8, 10, 11, 13, 14, 26])
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26
/**
 * PostgreSQL's classes of lost connections, conflicting transactions, exhausted resources, shutdowns and system errors; a
 * server that may only be read, as one that was replaced; a transaction that was ended for doing nothing; a lock that was
 * waited for too long.
 */
const POSTGRES = /^(?:08|25006|25P03|40|53|57|58|55P03)/
const SQLITE_FULL = 13
const POSTGRES_DISK_FULL = '53100'
/** Of a server that refuses, one that does not answer, a machine or network that is down, and a name that can't be looked up. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Thrown when a part of the store other than the database, such as the log of readings, can't be used now. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** Returns whether the store itself is at fault, so that the request gets a 503 and may be retried. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true
  if (!(error instanceof Error)) return false
  const { errcode, code } = error as { errcode?: number; code?: string }
  if (errcode !== undefined) return SQLITE.has(errcode & 0xff)
  if (
    /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/.test(error.message)
  )
    return true
  return code !== undefined && (NETWORK.has(code) || (code.length === 5 && POSTGRES.test(code)))
}

/** Returns whether SQLite found a damaged page. */
export function isCorruption(error: unknown): boolean {
  const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB
}

/** Returns whether the store has no room left to write. */
export function isStoreFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { errcode, code } = error as { errcode?: number; code?: string }
  return (errcode !== undefined && (errcode & 0xff) === SQLITE_FULL) || code === POSTGRES_DISK_FULL
}

/** Returns whether a row was refused because its key exists (SQLite: constraint UNIQUE or PRIMARYKEY). */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { errcode, code } = error as { errcode?: number; code?: string }
  return errcode === 2067 || errcode === 1555 || code === '23505'
}

/** Returns whether a row was refused because what it belongs to does not exist, as when another request has removed it. */
export function isOrphan(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { errcode, code } = error as { errcode?: number; code?: string }
  return errcode === 787 || code === '23503'
}

/** SQLITE_ERROR and SQLITE_MISUSE: no such table, no such column, and their like. */
const SQLITE_STATEMENT = new Set([1, 21])
/** PostgreSQL's classes of missing features, of rights, tables and columns, and of internal errors. */
const POSTGRES_STATEMENT = /^(?:0A|42|XX)/

/** Returns whether a statement or the tables are at fault, so that other values would fail as well. */
export function isStatementFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { errcode, code } = error as { errcode?: number; code?: string }
  if (errcode !== undefined) return SQLITE_STATEMENT.has(errcode & 0xff)
  return code?.length === 5 && POSTGRES_STATEMENT.test(code)
}
