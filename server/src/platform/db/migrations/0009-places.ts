import type { Dialect } from '../dialect.ts'
import { belongsTo, key, outlives, required, typesOf, type AnyDatabase } from './0001-baseline/types.ts'

/** Adds the places of plants and devices, a tree for each household. */
export async function up(db: AnyDatabase, dialect: Dialect): Promise<void> {
  const { number, value } = typesOf(dialect)
  await db.schema
    .createTable('place')
    .addColumn('id', 'text', key)
    .addColumn('household_id', 'text', belongsTo('household.id'))
    .addColumn('parent_id', 'text', outlives('place.id'))
    .addColumn('name', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('position', number, required)
    .addColumn('shelter', 'text', required)
    .addColumn('latitude', value)
    .addColumn('longitude', value)
    .addColumn('created_at', number, required)
    .execute()
  await db.schema.createIndex('place_by_household').on('place').column('household_id').execute()
  await db.schema.createIndex('place_by_parent').on('place').column('parent_id').execute()
  for (const table of ['plant', 'device']) {
    await db.schema.alterTable(table).addColumn('place_id', 'text', outlives('place.id')).execute()
    await db.schema.createIndex(`${table}_by_place`).on(table).column('place_id').execute()
  }
}
