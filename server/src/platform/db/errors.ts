import { codeOf, sqliteCodeOf } from '../error-details.ts'

export { isUnavailable, StoreUnavailable } from '@greenhouse/timeseries'

const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26
const SQLITE_FULL = 13
const POSTGRES_DISK_FULL = '53100'

export function isCorruption(error: unknown): boolean {
  const code = (sqliteCodeOf(error) ?? 0) & 0xff
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB
}

export function isStoreFull(error: unknown): boolean {
  return ((sqliteCodeOf(error) ?? 0) & 0xff) === SQLITE_FULL || codeOf(error) === POSTGRES_DISK_FULL
}

/** SQLite: constraint UNIQUE or PRIMARYKEY. */
export function isUniqueViolation(error: unknown): boolean {
  const errcode = sqliteCodeOf(error)
  return errcode === 2067 || errcode === 1555 || codeOf(error) === '23505'
}

/** Returns whether the row referred to does not exist, as when another request has removed it. */
export function isOrphan(error: unknown): boolean {
  return sqliteCodeOf(error) === 787 || codeOf(error) === '23503'
}

/** SQLITE_ERROR and SQLITE_MISUSE: no such table, no such column and the like. */
const SQLITE_STATEMENT = new Set([1, 21])
/** PostgreSQL's classes of missing features, of rights, tables and columns, and of internal errors. */
const POSTGRES_STATEMENT = /^(?:0A|42|XX)/

export function isStatementFault(error: unknown): boolean {
  const errcode = sqliteCodeOf(error)
  if (errcode !== undefined) return SQLITE_STATEMENT.has(errcode & 0xff)
  const code = codeOf(error)
  return code?.length === 5 && POSTGRES_STATEMENT.test(code)
}
