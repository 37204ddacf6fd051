import { SqliteAdapter, sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Writes SQLite's log back into the file and empties it: what was deleted is still in it otherwise, until it is written
 * over. Does nothing with PostgreSQL, and leaves it for later when somebody is reading.
 */
export async function emptyLog(db: Kysely<Schema>): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) await sql`pragma wal_checkpoint(truncate)`.execute(db)
}
