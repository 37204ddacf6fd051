import { SqliteAdapter } from 'kysely'
import type { Db } from './schema.ts'

/**
 * Returns whether transactions lock rows: `.$if(locksRows(tx), (query) => query.forUpdate().skipLocked())`. SQLite has
 * one writer, so no other transaction sees its rows.
 */
export function locksRows(db: Db): boolean {
  return !(db.getExecutor().adapter instanceof SqliteAdapter)
}
