import { type Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const number = dialect.name === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('known_place')
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('last_at', number, (c) => c.notNull())
    .addPrimaryKeyConstraint('known_place_key', ['user_id', 'place'])
    .execute()
  await db.schema
    .alterTable('sign_in_attempt')
    .addColumn('forgotten_at', number, (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('sign_in_attempt_by_end').on('sign_in_attempt').column('forgotten_at').execute()
}
