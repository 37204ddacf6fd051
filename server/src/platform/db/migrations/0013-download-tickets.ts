import { type Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('download_ticket')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('session_id', 'text', (c) => c.notNull().references('session.id').onDelete('cascade'))
    .addColumn('expires_at', dialect.name === 'sqlite' ? 'integer' : 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('download_ticket_by_user').on('download_ticket').column('user_id').execute()
  await db.schema.createIndex('download_ticket_by_session').on('download_ticket').column('session_id').execute()
}
