import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { key, typesOf } from './0001-baseline/types.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('installation')
    .addColumn('id', typesOf(dialect).number, key)
    .addColumn('secret_check', 'text')
    .addColumn('served_by', 'text')
    .execute()
}
