import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { belongsTo, required, typesOf } from './0001-baseline/types.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const { number } = typesOf(dialect)
  await db.schema
    .createTable('sighting')
    .addColumn('user_id', 'text', belongsTo('user.id'))
    .addColumn('family', 'text', required)
    .addColumn('external_id', 'text', required)
    .addColumn('seen_at', number, required)
    .addColumn('report', 'text', required)
    .addPrimaryKeyConstraint('sighting_key', ['user_id', 'family', 'external_id'])
    .execute()
  await db.schema.createIndex('sighting_by_age').on('sighting').column('seen_at').execute()
  await db.schema
    .createTable('announcement')
    .addColumn('source_kind', 'text', required)
    .addColumn('source_id', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('board_id', 'text', belongsTo('board.id'))
    .addColumn('announced_at', number, required)
    .addColumn('fact', 'text', required)
    .addPrimaryKeyConstraint('announcement_key', ['source_kind', 'source_id', 'key'])
    .execute()
  await db.schema.createIndex('announcement_by_board').on('announcement').column('board_id').execute()
}
