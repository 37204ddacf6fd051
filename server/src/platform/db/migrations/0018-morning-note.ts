import type { Dialect } from '../dialect.ts'
import { belongsTo, required, typesOf, type AnyDatabase } from './0001-baseline/types.ts'

/** Adds the note of the morning: its members, and the dates of facts, which are not repeated at once. */
export async function up(db: AnyDatabase, dialect: Dialect): Promise<void> {
  const { number } = typesOf(dialect)
  await db.schema
    .alterTable('household_member')
    .addColumn('morning_note', number, (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('morning_fact')
    .addColumn('household_id', 'text', belongsTo('household.id'))
    .addColumn('named_on', 'text', required)
    .addColumn('fact', 'text', required)
    .addPrimaryKeyConstraint('morning_fact_key', ['household_id', 'named_on', 'fact'])
    .execute()
}
