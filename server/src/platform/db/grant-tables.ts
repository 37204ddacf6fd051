import { sql, type Kysely } from 'kysely'
import type { Schema } from './schema.ts'

export async function grantTables(db: Kysely<Schema>, role: string): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  const schema = sql.id(rows[0]?.schema ?? 'public')
  const to = sql.id(role)
  await sql`grant usage on schema ${schema} to ${to}`.execute(db)
  await sql`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`.execute(db)
  await sql`grant usage, select on all sequences in schema ${schema} to ${to}`.execute(db)
}
