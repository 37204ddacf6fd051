import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** The series of the four metrics that conditions named: metric, and whether its values of 0 mean that there is no sensor. */
const METRICS: Readonly<Record<string, { readonly metric: string; readonly zeroIsMissing: boolean }>> = {
  Temperature: { metric: 'temperature', zeroIsMissing: false },
  Humidity: { metric: 'humidity', zeroIsMissing: true },
  AirPressure: { metric: 'airPressure', zeroIsMissing: true },
  AirQuality: { metric: 'airQuality', zeroIsMissing: true },
}

/**
 * Conditions on sensor types become rules on series, which are added where a device has not sent them. An alert keeps the
 * way to its rule and gets one to its series.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const number = dialect.name === 'sqlite' ? 'integer' : 'bigint'
  const value = dialect.name === 'sqlite' ? 'real' : 'double precision'
  await db.schema
    .createTable('rule')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('device_key', number, (c) => c.notNull().references('device.key').onDelete('cascade'))
    .addColumn('series_id', 'text', (c) => c.notNull().references('series.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('limit_value', value, (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('is_broken', number, (c) => c.notNull())
    .addColumn('changed_at', number)
    .addColumn('changed_by', value)
    .addColumn('since_seq', number, (c) => c.notNull().defaultTo(0))
    .addUniqueConstraint('rule_once', ['series_id', 'kind', 'limit_value'])
    .execute()
  await addMissingSeries(db)
  await sql`
    insert into rule
    select c.id, c.user_id, c.device_key, s.id, case c.operator when '>=' then 'above' else 'below' end,
      c.threshold_hundredths / 100.0, c.created_at, c.is_met, c.changed_at, c.changed_by, c.since_seq
    from device_condition c
    join series s on s.device_key = c.device_key and s.channel = '' and s.metric = ${metricOfCondition()}
  `.execute(db)
  await db.schema.createIndex('rule_by_user').on('rule').column('user_id').execute()
  await db.schema.createIndex('rule_by_device').on('rule').column('device_key').execute()
  await moveAlerts(db)
  await db.schema.dropTable('device_condition').execute()
}

function metricOfCondition() {
  const cases = Object.entries(METRICS).map(([sensorType, { metric }]) => `when '${sensorType}' then '${metric}'`)
  return sql.raw(`case c.sensor_type ${cases.join(' ')} end`)
}

/** Adds the series that conditions name and that no value has added yet. */
// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
async function addMissingSeries(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ device_key: number; sensor_type: string; removed: number; newest: number | null }>`
    select distinct c.device_key, c.sensor_type, d.series_slots as removed,
      (select max(slot) from series where device_key = c.device_key) as newest
    from device_condition c
    join device d on d.key = c.device_key
    left join series s on s.device_key = c.device_key and s.channel = '' and s.metric = ${metricOfCondition()}
    where s.id is null
    order by c.device_key, c.sensor_type
  `.execute(db)
  const used = new Map<number, number>()
  for (const { device_key, sensor_type, removed, newest } of rows) {
    const { metric = '', zeroIsMissing = false } = METRICS[sensor_type] ?? {}
    const next = used.get(device_key) ?? Math.max(removed, newest === null ? 0 : Math.floor(newest / 2) + 1)
    used.set(device_key, next + 1)
    // No slot is used twice. An odd one means that values of 0 and less stand for a missing sensor.
    const slot = 2 * next + Number(zeroIsMissing)
    const series = { id: randomUUID(), device_key, slot, metric, channel: '', label: '', unit: '', visible: 1 }
    await db.insertInto('series').values(series).execute()
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
async function moveAlerts(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('alert').addColumn('series_id', 'text').execute()
  await db.schema
    .alterTable('alert')
    .addColumn('rule_id', 'text', (c) => c.references('rule.id').onDelete('set null'))
    .execute()
  await sql`
    update alert set rule_id = device_condition_id,
      series_id = (select series_id from rule where rule.id = alert.device_condition_id)
    where device_condition_id is not null
  `.execute(db)
  await db.schema.dropIndex('alert_by_device_condition').execute()
  await db.schema.alterTable('alert').dropColumn('device_condition_id').execute()
  // Without the index every removal of a rule would scan all alerts.
  await db.schema.createIndex('alert_by_rule').on('alert').column('rule_id').execute()
}
