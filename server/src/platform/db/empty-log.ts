import { SqliteAdapter, sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Truncates SQLite's log, which otherwise keeps deleted rows. Does nothing while another connection reads. */
export async function emptyLog(db: Kysely<Schema>): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) await sql`pragma wal_checkpoint(truncate)`.execute(db)
}
