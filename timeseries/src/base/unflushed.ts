import { CompiledQuery, SqliteAdapter } from 'kysely'
import type { Database, Tx } from './database.ts'

/** Executed on a connection of SQLite, it lets the commit of the next transaction of the same holder return without a flush. */
export const NEXT_WITHOUT_FLUSH = CompiledQuery.raw('pragma synchronous = normal')

const SET_LOCAL = CompiledQuery.raw('set local synchronous_commit = off')

/**
 * Runs a transaction whose commit returns before the disk has it. A power loss may undo it, together with all that was
 * committed after it: both databases recover the beginning of their write-ahead log, up to a place, and a commit with a
 * flush flushes all that is before it in the log. So what was acknowledged after a commit with a flush stays, whatever
 * unflushed transactions came before it. It suits work that can be done again from what is stored, in the same database.
 */
export function withoutFlush<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  if (db.getExecutor().adapter instanceof SqliteAdapter)
    return db.connection().execute(async (connection) => {
      await connection.executeQuery(NEXT_WITHOUT_FLUSH)
      return connection.transaction().execute(work)
    })
  return db.transaction().execute(async (tx) => {
    await tx.executeQuery(SET_LOCAL)
    return work(tx)
  })
}
