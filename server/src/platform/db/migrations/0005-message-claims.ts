import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { typesOf } from './0001-baseline/types.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const { number } = typesOf(dialect)
  await db.schema.alterTable('notification').addColumn('claimed_by', 'text').execute()
  await db.schema.alterTable('notification').addColumn('claimed_until', number).execute()
  await sql`
    create index notification_claimed on notification (claimed_until) where claimed_until is not null`.execute(db)
  await db.schema.alterTable('channel').addColumn('answers', number).execute()
  await sql`create index channel_silent on channel (user_id) where answers = 0`.execute(db)
  await db.schema.alterTable('setting').addColumn('locale', 'text').execute()
}
