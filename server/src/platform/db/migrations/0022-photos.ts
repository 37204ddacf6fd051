import { sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { belongsTo, key, outlives, required, typesOf, zero, type AnyDatabase } from './0001-baseline/types.ts'

/**
 * Adds photos of plants. Their rows outlive plants and households, so that their files are removed also after a kill. Only
 * PostgreSQL keeps the bytes in a table.
 */
export async function up(db: AnyDatabase, dialect: Dialect): Promise<void> {
  const { number, bytes } = typesOf(dialect)
  await db.schema.alterTable('household').addColumn('photo_epoch', number, zero).execute()
  await db.schema
    .createTable('photo')
    .addColumn('id', 'text', key)
    .addColumn('household_id', 'text', outlives('household.id'))
    .addColumn('plant_id', 'text', outlives('plant.id'))
    .addColumn('care_id', 'text', outlives('care.id'))
    .addColumn('added_by', 'text', outlives('user.id'))
    .addColumn('taken_at', number, required)
    .addColumn('width', number, required)
    .addColumn('height', number, required)
    .addColumn('bytes', number, required)
    .addColumn('sha256', 'text', required)
    .addColumn('is_cover', number, zero)
    .addColumn('created_at', number, required)
    .execute()
  for (const [name, columns] of [
    ['photo_by_plant', ['plant_id', 'taken_at']],
    ['photo_by_household', ['household_id']],
    ['photo_by_care', ['care_id']],
    ['photo_by_person', ['added_by']],
    ['photo_by_content', ['sha256']],
  ] as const)
    await db.schema
      .createIndex(name)
      .on('photo')
      .columns([...columns])
      .execute()
  await sql`create unique index photo_cover on photo (plant_id) where is_cover = 1`.execute(db)
  await db.schema
    .createTable('photo_data')
    .addColumn('photo_id', 'text', belongsTo('photo.id'))
    .addColumn('size', 'text', required)
    .addColumn('data', bytes, required)
    .addPrimaryKeyConstraint('photo_data_key', ['photo_id', 'size'])
    .execute()
}
