import { sql } from 'kysely'
import { databaseNow } from './database-clock.ts'
import { hasTable } from './has-table.ts'
import type { OpenDatabase } from './open.ts'
import type { Db } from './schema.ts'

const SEEN_WITHIN_MS = 10_000

/** Lists nodes of a cluster and, on PostgreSQL, connections of other servers. The database may be empty. */
export async function listRunning({ db, dialect }: Pick<OpenDatabase, 'db' | 'dialect'>): Promise<string[]> {
  const hasNodes = dialect === 'sqlite' || (await hasTable(db, 'node'))
  const nodes = hasNodes ? await listNodes(db) : []
  const connected = dialect === 'postgres' ? await listConnected(db) : []
  return [...new Set([...nodes, ...connected])].toSorted()
}

async function listNodes(db: Db): Promise<string[]> {
  const query = db.selectFrom('node').select('id')
  const rows = await query.where('seen_at', '>=', ({ eb }) => eb(databaseNow(db), '-', SEEN_WITHIN_MS)).execute()
  return rows.map(({ id }) => id)
}

async function listConnected(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct split_part(application_name, ' ', 2) as id
    from pg_stat_activity
    where datname = current_database() and application_name like 'greenhouse %'`.execute(db)
  return rows.map(({ id }) => id)
}
