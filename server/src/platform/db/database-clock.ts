import { sql, SqliteAdapter, type RawBuilder } from 'kysely'
import type { Db } from './schema.ts'

/**
 * The time of the database in milliseconds since 1970, as a part of a statement. The clocks of processes differ; those that
 * share a database agree on this one.
 */
export function databaseNow(db: Db): RawBuilder<number> {
  return db.getExecutor().adapter instanceof SqliteAdapter
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
}
