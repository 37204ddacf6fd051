import { type Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const number = dialect.name === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('totp')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('sealed_secret', 'text', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('confirmed_at', number)
    .addColumn('last_step', number, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('recovery_code')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('recovery_code_by_user').on('recovery_code').column('user_id').execute()
  await db.schema
    .createTable('passkey')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('credential_id', 'text', (c) => c.notNull().unique())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', number, (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('rp_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('last_used_at', number)
    .execute()
  await db.schema.createIndex('passkey_by_user').on('passkey').column('user_id').execute()
  await db.schema
    .createTable('passkey_challenge')
    .addColumn('session_id', 'text', (c) => c.primaryKey().references('session.id').onDelete('cascade'))
    .addColumn('challenge', 'text', (c) => c.notNull())
    .addColumn('expires_at', number, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('sign_in_ticket')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('expires_at', number, (c) => c.notNull())
    .addColumn('attempts', number, (c) => c.notNull())
    .addColumn('challenge', 'text')
    .execute()
  await db.schema.createIndex('sign_in_ticket_by_user').on('sign_in_ticket').column('user_id').execute()
}
