import type { Dialect } from '../dialect.ts'
import { belongsTo, required, typesOf, type AnyDatabase } from './0001-baseline/types.ts'

/** Adds the nights of places: what was forecast, and what their thermometers measured. */
export async function up(db: AnyDatabase, dialect: Dialect): Promise<void> {
  const { number, value } = typesOf(dialect)
  await db.schema
    .createTable('place_night')
    .addColumn('place_id', 'text', belongsTo('place.id'))
    .addColumn('night_of', 'text', required)
    .addColumn('forecast_low', value)
    .addColumn('measured_low', value)
    .addColumn('measured_at', number)
    .addPrimaryKeyConstraint('place_night_key', ['place_id', 'night_of'])
    .execute()
}
