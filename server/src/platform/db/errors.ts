/** SQLITE_BUSY, LOCKED, NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB: the store is unavailable now. */
const SQLITE = new Set([5, 6, 7, 8, 10, 11, 13, 14, 26])
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26
/** PostgreSQL's classes of lost connections, conflicting transactions, exhausted resources, shutdowns and system errors. */
const POSTGRES = /^(?:08|40|53|57|58)/
const SQLITE_FULL = 13
const POSTGRES_DISK_FULL = '53100'
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])

/** Returns whether the store itself is at fault, so that the request gets a 503 and may be retried. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { errcode, code } = error as { errcode?: number; code?: string }
  if (errcode !== undefined) return SQLITE.has(errcode & 0xff)
  if (/timeout exceeded when trying to connect|Connection terminated|Query read timeout/.test(error.message))
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
