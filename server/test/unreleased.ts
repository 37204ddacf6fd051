import { sql } from 'kysely'
import type { Dialect } from '../src/platform/db/dialect.ts'
import { knownTables } from '../src/platform/db/known-tables.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { migrations } from '../src/platform/db/migrations.ts'
import type { Db } from '../src/platform/db/schema.ts'
import { openLog } from '../src/platform/log.ts'

/** The migrations of the last version before the first release, oldest first. */
export const UNRELEASED: readonly string[] = [
  '0001-readings',
  '0002-plants',
  '0003-weather-place',
  '0004-newsletter',
  '0005-mail-expiry',
  '0006-account-links',
  '0007-second-factors',
  '0008-retention',
  '0009-known-places',
  '0010-plant-species',
  '0011-formats',
  '0012-values-in-rollups',
  '0013-download-tickets',
  '0014-time-series',
  '0015-series',
  '0016-alert-position',
  '0017-reading-move',
  '0018-series-slots',
  '0019-coarse-summaries',
  '0020-rules-on-series',
  '0021-damaged-chunks',
  '0022-boards',
  '0023-rule-hold',
  '0024-episodes',
  '0025-cluster',
  '0026-dead-letters',
]

/** Constraints of PostgreSQL: table, name in the baseline, name in that version. */
const CONSTRAINTS = [
  ['rule', 'rule_pkey', 'rule_new_pkey'],
  ['rule', 'rule_user_id_fkey', 'rule_new_user_id_fkey'],
  ['rule', 'rule_device_key_fkey', 'rule_new_device_key_fkey'],
  ['rule', 'rule_series_id_fkey', 'rule_new_series_id_fkey'],
  ['alert', 'alert_rule_id_fkey', 'alert_rule_new_id_fkey'],
] as const

interface Options {
  readonly names?: readonly string[]
  /** Progress of moving the readings of even earlier versions. */
  readonly phase?: 'copying' | 'removing' | 'done'
}

/** Gives an empty database the tables and migrations that the last version before the baseline left. */
export async function makeUnreleased(
  db: Db,
  dialect: Dialect['name'],
  { names = UNRELEASED, phase = 'done' }: Options = {},
): Promise<void> {
  await keepBaseline(db, dialect)
  const number = sql.raw(dialect === 'sqlite' ? 'integer' : 'bigint')
  await sql`create table reading_move (id ${number} primary key, phase text not null,
    device_key ${number} not null, at ${number} not null)`.execute(db)
  await sql`insert into reading_move values (1, ${phase}, 0, -1)`.execute(db)
  if (dialect === 'postgres')
    for (const [table, from, to] of CONSTRAINTS)
      await sql`alter table ${sql.ref(table)} rename constraint ${sql.ref(from)} to ${sql.ref(to)}`.execute(db)
  await sql`delete from kysely_migration`.execute(db)
  for (const name of names)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-11-01T00:00:00.000Z')`.execute(db)
}

/** Makes the tables anew as the baseline has them, without what later migrations changed. */
async function keepBaseline(db: Db, dialect: Dialect['name']): Promise<void> {
  if (dialect === 'sqlite') await sql`pragma foreign_keys = off`.execute(db)
  for (const name of await knownTables())
    await sql`drop table ${sql.ref(name)} ${sql.raw(dialect === 'postgres' ? 'cascade' : '')}`.execute(db)
  if (dialect === 'sqlite') await sql`pragma foreign_keys = on`.execute(db)
  const [[name, baseline] = []] = Object.entries(migrations({ name: dialect }))
  if (name !== undefined && baseline)
    await migrate(db, { name: dialect }, { log: openLog('silent'), known: { [name]: baseline } })
}
