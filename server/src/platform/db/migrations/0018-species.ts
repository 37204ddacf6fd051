import type { Dialect } from '../dialect.ts'
import { belongsTo, empty, key, required, typesOf, type AnyDatabase } from './0001-baseline/types.ts'

/** Adds the species of households, and the species and hardiness of a plant. */
export async function up(db: AnyDatabase, dialect: Dialect): Promise<void> {
  const { number, value } = typesOf(dialect)
  await db.schema
    .createTable('species')
    .addColumn('id', 'text', key)
    .addColumn('household_id', 'text', belongsTo('household.id'))
    .addColumn('name', 'text', required)
    .addColumn('family', 'text', empty)
    .addColumn('names', 'text', required)
    .addColumn('search_text', 'text', empty)
    .addColumn('hardy_to', value)
    .addColumn('gdd_base', value)
    .addColumn('gdd_top', value)
    .addColumn('water_every', number)
    .addColumn('created_at', number, required)
    .execute()
  await db.schema.createIndex('species_by_household').on('species').column('household_id').execute()
  await db.schema
    .createTable('species_range')
    .addColumn('species_id', 'text', belongsTo('species.id'))
    .addColumn('stage', 'text', required)
    .addColumn('metric', 'text', required)
    .addColumn('low', value)
    .addColumn('high', value)
    .addColumn('source', 'text', empty)
    .addPrimaryKeyConstraint('species_range_key', ['species_id', 'stage', 'metric'])
    .execute()
  // A species of the catalogue has no row.
  await db.schema.alterTable('plant').addColumn('species_id', 'text').execute()
  await db.schema.alterTable('plant').addColumn('hardy_to', value).execute()
  await db.schema.createIndex('plant_by_species').on('plant').column('species_id').execute()
}
