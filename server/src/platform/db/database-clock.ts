import { sql, SqliteAdapter, type RawBuilder } from 'kysely'
import type { Db } from './schema.ts'

/** Returns SQL for the database's time in milliseconds since 1970, on which all processes agree. */
export function databaseNow(db: Db): RawBuilder<number> {
  return db.getExecutor().adapter instanceof SqliteAdapter
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
}
