/** SQLITE_BUSY, LOCKED, NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB: the store is unavailable now. */
const SQLITE = new Set([5, 6, 7, 8, 10, 11, 13, 14, 26])
/**
 * PostgreSQL's classes of lost connections, conflicting transactions, exhausted resources, shutdowns and system errors; a
 * server that may only be read, as one that was replaced; a transaction that was ended for doing nothing; a lock that was
 * waited for too long.
 */
const POSTGRES = /^(?:08|25006|25P03|40|53|57|58|55P03)/
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
