import type { Dialect } from '../dialect.ts'
import { belongsTo, key, outlives, required, typesOf, type AnyDatabase } from './0001-baseline/types.ts'

/** Adds advice from the forecast, and whether a place wants it about rain. */
export async function up(db: AnyDatabase, dialect: Dialect): Promise<void> {
  const { number, value } = typesOf(dialect)
  await db.schema
    .alterTable('place')
    .addColumn('rain', 'text', (column) => column.notNull().defaultTo('propose'))
    .execute()
  await db.schema
    .createTable('advice')
    .addColumn('id', 'text', key)
    .addColumn('household_id', 'text', belongsTo('household.id'))
    .addColumn('place_id', 'text', belongsTo('place.id'))
    .addColumn('kind', 'text', required)
    .addColumn('night_of', 'text', required)
    .addColumn('value', value, required)
    .addColumn('at', number, required)
    .addColumn('severity', 'text', required)
    .addColumn('plants', 'text', required)
    .addColumn('told_at', number)
    .addColumn('ends_at', number, required)
    .addColumn('answered_at', number)
    .addColumn('answered_by', 'text', outlives('user.id'))
    .addColumn('care_id', 'text')
    .addUniqueConstraint('advice_once', ['place_id', 'kind', 'night_of'])
    .execute()
  await db.schema.createIndex('advice_by_end').on('advice').columns(['household_id', 'ends_at']).execute()
  await db.schema.createIndex('advice_by_person').on('advice').column('answered_by').execute()
}
