import { sql, type Kysely } from 'kysely'
import type { Dialect } from './dialect.ts'
import type { Schema } from './schema.ts'
import { UnusableDatabase } from './unusable-database.ts'

/** Migrations of the last version before 0.2.0, which was never released; together they create the baseline. */
const UNRELEASED = (
  '0001-readings 0002-plants 0003-weather-place 0004-newsletter 0005-mail-expiry 0006-account-links 0007-second-factors ' +
  '0008-retention 0009-known-places 0010-plant-species 0011-formats 0012-values-in-rollups 0013-download-tickets ' +
  '0014-time-series 0015-series 0016-alert-position 0017-reading-move 0018-series-slots 0019-coarse-summaries ' +
  '0020-rules-on-series 0021-damaged-chunks 0022-boards 0023-rule-hold 0024-episodes 0025-cluster 0026-dead-letters'
).split(' ')
const LAST = UNRELEASED.at(-1)

/** Names that PostgreSQL kept when tables were renamed, and those of the baseline. */
const RENAMED = [
  ['rule', 'rule_new_pkey', 'rule_pkey'],
  ['rule', 'rule_new_user_id_fkey', 'rule_user_id_fkey'],
  ['rule', 'rule_new_device_key_fkey', 'rule_device_key_fkey'],
  ['rule', 'rule_new_series_id_fkey', 'rule_series_id_fkey'],
  ['alert', 'alert_rule_new_id_fkey', 'alert_rule_id_fkey'],
] as const

export class UnreleasedDatabase extends UnusableDatabase {}

export function isLastUnreleased(executed: readonly string[]): boolean {
  return executed.length === UNRELEASED.length && executed.every((name, index) => name === UNRELEASED[index])
}

export function isUnreleased(executed: readonly string[], baseline: string): boolean {
  return executed.length > 0 && !executed.includes(baseline)
}

export function unreleasedDatabase(executed: readonly string[]): UnreleasedDatabase {
  return new UnreleasedDatabase(
    `The database is at the migration "${executed.at(-1)}" of a version of Greenhouse that was never released, and was left untouched: of those versions only the last one, with "${LAST}", can be upgraded.`,
  )
}

export async function ensureReadingsMoved(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ phase: string }>`select phase from reading_move`.execute(db)
  if (rows[0]?.phase === 'done') return
  throw new UnreleasedDatabase(
    'The database was left untouched, because an earlier version of Greenhouse has not moved all readings in it yet: start that version once more, and upgrade when it listens.',
  )
}

/** Records the baseline in place of the earlier migrations, and removes tables that it does not have. */
export async function adoptUnreleased(db: Kysely<Schema>, { name }: Dialect, baseline: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.schema.dropTable('reading_move').execute()
    if (name === 'postgres') {
      for (const [table, from, to] of RENAMED)
        await sql`alter table ${sql.ref(table)} rename constraint ${sql.ref(from)} to ${sql.ref(to)}`.execute(tx)
    }
    await sql`delete from kysely_migration where name <> ${LAST}`.execute(tx)
    await sql`update kysely_migration set name = ${baseline}`.execute(tx)
  })
}
