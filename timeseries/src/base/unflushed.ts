import { CompiledQuery, SqliteAdapter } from 'kysely'
import type { Database, Tx } from './database.ts'

/** Lets the next commit of the same holder of a SQLite connection return without a flush. */
export const NEXT_WITHOUT_FLUSH = CompiledQuery.raw('pragma synchronous = normal')

const SET_LOCAL = CompiledQuery.raw('set local synchronous_commit = off')

/**
 * Runs a transaction whose commit returns before the disk has it. A power loss may undo it and all later unflushed
 * commits: both databases recover their write-ahead log up to some place, and a flushed commit flushes everything
 * before it. Suits work that can be done again from what is stored.
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
