import { sql } from 'kysely'
import type { Db } from './schema.ts'
import type { Dialect } from './dialect.ts'

export async function reusableBytes(db: Db, dialect: Dialect['name']): Promise<number> {
  if (dialect === 'postgres') return 0
  const { rows } = await sql<{ bytes: number }>`
    select freelist_count * page_size as bytes from pragma_freelist_count, pragma_page_size`.execute(db)
  return rows[0]?.bytes ?? 0
}
