import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/**
 * Several processes share the work: who does what is leased for a short time, each partition of the log has a position up to
 * which its rules were evaluated, and an instant from which the silence of its devices is counted, and a device is connected to
 * one of the processes.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const number = dialect.name === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('lease')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('held_until', number, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('node')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('roles', 'text', (c) => c.notNull())
    .addColumn('seen_at', number, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('log_layout')
    .addColumn('id', number, (c) => c.primaryKey())
    .addColumn('engine', 'text', (c) => c.notNull())
    .addColumn('partitions', number, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('silence_watch')
    .addColumn('partition', number, (c) => c.primaryKey())
    .addColumn('count_from', number, (c) => c.notNull())
    .addColumn('looked_at', number, (c) => c.notNull())
    .execute()
  await db.schema.alterTable('alert_position').renameColumn('id', 'partition').execute()
  await db.updateTable('alert_position').set({ partition: 0 }).execute()
  await db.schema
    .alterTable('device')
    .addColumn('connected_to', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
