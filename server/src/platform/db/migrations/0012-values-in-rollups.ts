import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

const COLUMNS = ['temperature', 'humidity', 'air_pressure', 'air_quality']
/** A value of zero of these means that there is no sensor. */
const ZERO_IS_MISSING = ['humidity', 'air_pressure', 'air_quality']
const [COARSE, FINE] = [21_600_000, 900_000]

/**
 * Counts the readings of each rollup, and removes zeros that mean N/A from counts and lowest values. Where the readings of a
 * rollup were removed by their age its zeros can't be told from its values any more: it is emptied for that metric, since a
 * wrong average is worse than none.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await db.schema
    .alterTable('rollup')
    .addColumn('readings', dialect.name === 'sqlite' ? 'integer' : 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  const greatest = sql.raw(dialect.name === 'sqlite' ? 'max' : 'greatest')
  const counts = sql.raw(COLUMNS.map((name) => `${name}_n`).join(', '))
  await sql`update rollup set readings = ${greatest}(${counts})`.execute(db)
  for (const name of ZERO_IS_MISSING) {
    await removeZeros(db, name, FINE, {
      from: `reading as part where part.device_key = rollup.device_key and part.at >= rollup.at and part.at < rollup.at + ${FINE} and part.${name} > 0`,
      n: 'count(*)',
      sum: `coalesce(sum(round(part.${name} * 1000000)), 0)`,
      min: `min(part.${name})`,
      max: `max(part.${name})`,
    })
    await removeZeros(db, name, COARSE, {
      from: `rollup as part where part.device_key = rollup.device_key and part.level_ms = ${FINE} and part.at >= rollup.at and part.at < rollup.at + ${COARSE}`,
      n: `coalesce(sum(part.${name}_n), 0)`,
      sum: `coalesce(sum(part.${name}_sum), 0)`,
      min: `min(part.${name}_min)`,
      max: `max(part.${name}_max)`,
    })
  }
}

/** Recomputes the rollups of a level that contain a zero. */
async function removeZeros(
  // oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
  db: Kysely<any>,
  name: string,
  level: number,
  { from, ...parts }: { from: string; n: string; sum: string; min: string; max: string },
): Promise<void> {
  const sets = Object.entries(parts).map(([part, of]) => `${name}_${part} = (select ${of} from ${from})`)
  await sql.raw(`update rollup set ${sets.join(', ')} where level_ms = ${level} and ${name}_min <= 0`).execute(db)
}
