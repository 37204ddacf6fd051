import { SqliteAdapter } from 'kysely'
import type { Db } from './schema.ts'

/** For `.$if(locksRows(tx), (query) => query.forUpdate().skipLocked())`. SQLite has one writer. */
export function locksRows(db: Db): boolean {
  return !(db.getExecutor().adapter instanceof SqliteAdapter)
}
