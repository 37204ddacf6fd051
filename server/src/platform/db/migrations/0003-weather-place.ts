import { type Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const value = dialect.name === 'sqlite' ? 'real' : 'double precision'
  await db.schema
    .createTable('weather_place')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('latitude', value, (c) => c.notNull())
    .addColumn('longitude', value, (c) => c.notNull())
    .execute()
}
