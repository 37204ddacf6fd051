import { type Kysely } from 'kysely'

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('plant')
    .addColumn('species', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
