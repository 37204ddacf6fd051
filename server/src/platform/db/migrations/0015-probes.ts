import type { Dialect } from '../dialect.ts'
import { belongsTo, one, required, typesOf, type AnyDatabase } from './0001-baseline/types.ts'

/** Adds the sensors, ideal ranges and stage of a plant. */
export async function up(db: AnyDatabase, dialect: Dialect): Promise<void> {
  const { number, value } = typesOf(dialect)
  await db.schema.alterTable('plant').addColumn('stage', 'text').execute()
  await db.schema.alterTable('plant').addColumn('stage_since', number).execute()
  await db.schema.alterTable('plant').addColumn('logs_waterings', number, one).execute()
  await db.schema
    .createTable('plant_series')
    .addColumn('plant_id', 'text', belongsTo('plant.id'))
    .addColumn('series_id', 'text', belongsTo('series.id'))
    .addColumn('from_at', number, required)
    .addColumn('to_at', number)
    .addColumn('seen_at', number)
    .addPrimaryKeyConstraint('plant_series_key', ['plant_id', 'series_id', 'from_at'])
    .execute()
  await db.schema.createIndex('plant_series_by_series').on('plant_series').column('series_id').execute()
  await db.schema
    .createTable('plant_range')
    .addColumn('plant_id', 'text', belongsTo('plant.id'))
    .addColumn('metric', 'text', required)
    .addColumn('low', value)
    .addColumn('high', value)
    .addPrimaryKeyConstraint('plant_range_key', ['plant_id', 'metric'])
    .execute()
}
