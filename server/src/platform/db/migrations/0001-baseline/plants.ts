import { belongsTo, empty, goesWith, key, required, unique, type AnyDatabase, type Types } from './types.ts'

export async function createPlants(db: AnyDatabase, { number }: Types): Promise<void> {
  await db.schema
    .createTable('plant')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('name', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('notes', 'text', required)
    .addColumn('created_at', number, required)
    .addColumn('planted_at', number)
    .addColumn('last_watered_at', number)
    .addColumn('water_every_days', number)
    .addColumn('base_at', number, required)
    .addColumn('due_at', number)
    .addColumn('is_dead', number, required)
    .addColumn('species', 'text', empty)
    .execute()
  await db.schema.createIndex('plant_by_user').on('plant').columns(['user_id', 'created_at']).execute()
  await db.schema.createIndex('plant_by_due').on('plant').column('due_at').execute()

  await db.schema
    .createTable('watering')
    .addColumn('plant_id', 'text', belongsTo('plant.id'))
    .addColumn('at', number, required)
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addPrimaryKeyConstraint('watering_key', ['plant_id', 'at'])
    .execute()
  await db.schema.createIndex('watering_by_user').on('watering').columns(['user_id', 'at']).execute()

  await db.schema
    .createTable('plant_condition')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('plant_id', 'text', (c) => goesWith('plant.id')(unique(c)))
    .addColumn('created_at', number, required)
    .addColumn('reminded_base_at', number)
    .execute()
  await db.schema.createIndex('plant_condition_by_user').on('plant_condition').column('user_id').execute()
}
