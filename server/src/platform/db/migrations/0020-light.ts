import type { Dialect } from '../dialect.ts'
import { typesOf, type AnyDatabase } from './0001-baseline/types.ts'

/** Adds what a place is lit by, and how much its leaves differ from the air. */
export async function up(db: AnyDatabase, dialect: Dialect): Promise<void> {
  await db.schema.alterTable('place').addColumn('leaf_offset', typesOf(dialect).value).execute()
  await db.schema.alterTable('place').addColumn('light_source', 'text').execute()
}
