import { type Kysely } from 'kysely'

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>): Promise<void> {
  for (const column of ['browser_format', 'twelve_hours']) {
    await db.schema
      .alterTable('setting')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  }
}
