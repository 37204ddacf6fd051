import { type Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const number = dialect.name === 'sqlite' ? 'integer' : 'bigint'
  await db.schema.alterTable('user').addColumn('locked_at', number).execute()
  await db.schema
    .createTable('account_link')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('email_key', 'text')
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('expires_at', number, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('account_link_by_user').on('account_link').column('user_id').execute()
  await db.schema.createIndex('account_link_by_email').on('account_link').column('email_key').execute()
}
