import type { Dialect } from '../dialect.ts'
import { goesWith, type AnyDatabase } from './0001-baseline/types.ts'

/** Lets a device hold what is computed for a plant, and notes what that was computed by. */
export async function up(db: AnyDatabase, _dialect: Dialect): Promise<void> {
  await db.schema.alterTable('device').addColumn('plant_id', 'text', goesWith('plant.id')).execute()
  await db.schema.alterTable('device').addColumn('degrees_by', 'text').execute()
  await db.schema.createIndex('device_of_plant').unique().on('device').column('plant_id').execute()
}
