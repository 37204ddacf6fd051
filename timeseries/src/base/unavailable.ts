/** SQLITE_BUSY, LOCKED, NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB. */
const SQLITE = new Set([5, 6, 7, 8, 10, 11, 13, 14, 26])
/**
 * Lost connections, conflicting transactions, exhausted resources, shutdowns, system errors; read-only server, idle
 * transaction, lock timeout.
 */
const POSTGRES = /^(?:08|25006|25P03|40|53|57|58|55P03)/
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

export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

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
