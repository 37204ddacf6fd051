import { execFileSync } from 'node:child_process'
import { POSTGRES, queryPostgres } from './postgres-database.ts'

/** Returns what the tests lack on this machine; undefined when they can run. */
export function missing(): string | undefined {
  if (POSTGRES === undefined) return 'TEST_DATABASE_URL names no PostgreSQL'
  try {
    for (const tool of ['pg_dump', 'pg_restore', 'psql']) execFileSync(tool, ['--version'])
    return undefined
  } catch {
    return "PostgreSQL's client tools are not installed"
  }
}

/** Returns every row of every table of a schema, as sorted text. */
export async function contentsOf(databaseUrl: string, schema: string): Promise<Record<string, string[]>> {
  const tables = await queryPostgres(databaseUrl, `select tablename from pg_tables where schemaname = '${schema}'`)
  const contents: Record<string, string[]> = {}
  for (const { tablename } of tables) {
    const rows = await queryPostgres(databaseUrl, `select t::text as row from "${schema}"."${tablename}" t order by 1`)
    contents[tablename ?? ''] = rows.map(({ row = '' }) => row)
  }
  return contents
}
