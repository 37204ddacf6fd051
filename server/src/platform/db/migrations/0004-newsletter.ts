import { type Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const number = dialect.name === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('subscriber')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull().unique())
    .addColumn('confirmed_at', number)
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('mailed_at', number, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('mail')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('unsubscribe_url', 'text')
    .addColumn('due_at', number, (c) => c.notNull())
    .addColumn('attempts', number, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('mail_by_due').on('mail').column('due_at').execute()
}
