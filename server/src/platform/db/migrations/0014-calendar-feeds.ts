import type { Dialect } from '../dialect.ts'
import { key, required, typesOf, unique, zero, type AnyDatabase } from './0001-baseline/types.ts'

/** Adds feeds for calendar programs, which are deleted with the membership of their person. */
export async function up(db: AnyDatabase, dialect: Dialect): Promise<void> {
  const { number } = typesOf(dialect)
  const member = ['household_id', 'user_id'] as const
  await db.schema
    .createTable('calendar_feed')
    .addColumn('token_hash', 'text', key)
    .addColumn('id', 'text', unique)
    .addColumn('household_id', 'text', required)
    .addColumn('user_id', 'text', required)
    .addColumn('mine', number, zero)
    .addColumn('created_at', number, required)
    .addColumn('last_read_at', number)
    .addForeignKeyConstraint('calendar_feed_member', [...member], 'household_member', [...member], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute()
  await db.schema
    .createIndex('calendar_feed_by_member')
    .on('calendar_feed')
    .columns([...member])
    .execute()
}
