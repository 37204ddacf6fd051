import { SqliteAdapter } from 'kysely'
import type { Db } from './schema.ts'

/**
 * Whether a transaction can lock rows that it reads, for `.$if(locksRows(tx), (query) => query.forUpdate().skipLocked())`:
 * of several processes each then takes another row. SQLite has one writer, whose transaction sees no row that another one has.
 */
export function locksRows(db: Db): boolean {
  return !(db.getExecutor().adapter instanceof SqliteAdapter)
}
