import { sql, type Kysely } from 'kysely'
import type { Log } from '../log.ts'
import type { Schema } from './schema.ts'

const LOCK = [0x67_72_65_65, 1] as const

/** Holds a lock of a transaction, which ends with a killed process's connection. */
export function oneAtATime<Result>(db: Kysely<Schema>, log: Log, step: () => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    // Regardless of the role's limits, a step and those waiting for it may take long.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(LOCK[0])}, ${sql.lit(LOCK[1])}) as free`.execute(tx)
    if (rows[0]?.free !== true) {
      log.info({ event: 'database.migration-awaited', holder: await findHolder(tx) })
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK[0])}, ${sql.lit(LOCK[1])})`.execute(tx)
    }
    return step()
  })
}

async function findHolder(db: Kysely<Schema>): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select application_name as name
    from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and objsubid = 2
      and classid = ${sql.lit(LOCK[0])} and objid = ${sql.lit(LOCK[1])}
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows[0]?.name ?? null
}
