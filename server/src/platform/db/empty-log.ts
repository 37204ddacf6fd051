import { SqliteAdapter, sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Checkpoints and truncates SQLite's log, in which deleted rows otherwise remain until they are overwritten. Does nothing
 * with PostgreSQL, nor while another connection is reading.
 */
export async function emptyLog(db: Kysely<Schema>): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) await sql`pragma wal_checkpoint(truncate)`.execute(db)
}
