import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** The series of each device; their values are in the tables of platform/timeseries, by device key and slot. */
// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const sqlite = dialect.name === 'sqlite'
  const number = sqlite ? 'integer' : 'bigint'
  const value = sqlite ? 'real' : 'double precision'
  await db.schema
    .createTable('series')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('device_key', number, (c) => c.notNull().references('device.key').onDelete('cascade'))
    .addColumn('slot', number, (c) => c.notNull())
    .addColumn('metric', 'text', (c) => c.notNull())
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('unit', 'text', (c) => c.notNull())
    .addColumn('visible', 'integer', (c) => c.notNull())
    .addColumn('position', 'integer')
    .addColumn('offset_by', value)
    .addColumn('dry', value)
    .addColumn('wet', value)
    .addColumn('calibrated_at', number)
    .addColumn('erasing_slot', number)
    .addUniqueConstraint('series_by_slot', ['device_key', 'slot'])
    .addUniqueConstraint('series_by_sensor', ['device_key', 'metric', 'channel'])
    .execute()
}
