import { sql } from 'kysely'
import { outlives, type AnyDatabase } from './0001-baseline/types.ts'

/** Adds the words and the person of an acknowledgement, and finds episodes by their end. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('episode').addColumn('acknowledged_note', 'text').execute()
  await db.schema.alterTable('episode').addColumn('acknowledged_by_id', 'text', outlives('user.id')).execute()
  // Few are acknowledged, and the removal of a person would scan all.
  await sql`create index episode_by_person on episode (acknowledged_by_id)
    where acknowledged_by_id is not null`.execute(db)
  await db.schema
    .createIndex('episode_by_end')
    .on('episode')
    .columns(['household_id', 'closed_at', 'opened_at'])
    .execute()
}
