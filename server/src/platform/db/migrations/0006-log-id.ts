import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { typesOf } from './0001-baseline/types.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await db.schema.alterTable('log_layout').addColumn('log_id', 'text').execute()
  await db.schema.alterTable('log_layout').addColumn('log_made_at', typesOf(dialect).number).execute()
}
