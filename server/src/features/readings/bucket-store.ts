import { boardMetrics, type BoardMetricId } from '@greenhouse/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { COLUMNS } from './append-readings-store.ts'
import { LEVELS, SUM_SCALE, type Summary } from './rollup.ts'

const names = boardMetrics.map(({ id }) => COLUMNS[id])
/** The columns of a reading as they count in a sum: what is shown as N/A does not. */
const countedValues = boardMetrics.map((metric) => {
  const name = COLUMNS[metric.id]
  return { name, value: metric.zeroIsMissing ? `case when ${name} > 0 then ${name} end` : name }
})
/** The sums of rollups; years of pressure in millionths pass 2^53, beyond which the driver refuses a whole number. */
const rollupSums = names.map((name) =>
  sql.raw(
    `sum(${name}_n) as ${name}_n, cast(sum(${name}_sum) as double precision) as ${name}_sum, min(${name}_min) as ${name}_min, max(${name}_max) as ${name}_max`,
  ),
)
/** The length of the finest rollups. */
const FINEST = LEVELS[1]

/** The summaries of one point of a chart; `at` is where it begins, in milliseconds since 1970. */
export interface Bucket {
  readonly at: number
  readonly summaries: Record<BoardMetricId, Summary>
}

/** Sums up readings by points of `width` milliseconds, the first of which begins at `start`, not after `from`. */
export async function sumReadings(
  db: Db,
  deviceKey: number,
  { from, to, start, width }: { from: number; to: number; start: number; width: number },
): Promise<Bucket[]> {
  const parts = countedValues.map(({ name, value }) =>
    sql.raw(
      `count(${value}) as ${name}_n, coalesce(sum(round((${value}) * ${SUM_SCALE})), 0) as ${name}_sum, min(${value}) as ${name}_min, max(${value}) as ${name}_max`,
    ),
  )
  const { rows } = await sql<BucketRow>`
    select ${pointOf(start, width)} as point, ${sql.join(parts)} from reading
    where device_key = ${deviceKey} and at >= ${from} and at <= ${to} group by 1 order by 1`.execute(db)
  return rows.map((row) => toBucket(row, start, width))
}

/**
 * Adds up rollups by points as above, whose start and width are multiples of the finest level. A rollup of `level` that
 * two points share is taken apart into the finest ones, so that the cost follows the points and not the range.
 */
export async function sumRollups(
  db: Db,
  deviceKey: number,
  { from, to, level, start, width }: { from: number; to: number; level: number; start: number; width: number },
): Promise<Bucket[]> {
  const within = sql`device_key = ${deviceKey} and level_ms = ${level} and at >= ${from} and at <= ${to}`
  const offset = sql`(at - cast(${start} as bigint)) % cast(${width} as bigint)`
  const whole = await sql<BucketRow>`
    select ${pointOf(start, width)} as point, ${sql.join(rollupSums)} from rollup
    where ${within} and ${offset} <= ${width - level} group by 1 order by 1`.execute(db)
  const buckets = whole.rows.map((row) => toBucket(row, start, width))
  if (start % level === 0 && width % level === 0) return buckets
  const shared = sql`select at as shared_at from rollup where ${within} and ${offset} > ${width - level}`
  const parts = await sql<BucketRow>`
    select ${pointOf(start, width)} as point, ${sql.join(rollupSums)} from (${shared}) as shared
    join rollup on device_key = ${deviceKey} and level_ms = ${FINEST} and at >= shared_at and at < shared_at + ${level}
    group by 1 order by 1`.execute(db)
  return [...buckets, ...parts.rows.map((row) => toBucket(row, start, width))]
}

type BucketRow = { point: number } & Record<string, number | null>

// SQLite's driver binds numbers as REAL, and a REAL divides with a fraction: hence the casts. Counted from the start the
// quotient is never below 0, where it would be cut towards 0 and one point be twice as wide.
function pointOf(start: number, width: number) {
  return sql`(at - cast(${start} as bigint)) / cast(${width} as bigint)`
}

function toBucket(row: BucketRow, start: number, width: number): Bucket {
  const columnOf = (name: string): number | null => {
    const value = row[name]
    if (value === undefined) throw new Error(`The column ${name} was not selected.`)
    return value
  }
  const summaryOf = (name: string): Summary => ({
    n: Number(columnOf(`${name}_n`)),
    sum: Number(columnOf(`${name}_sum`)),
    min: columnOf(`${name}_min`),
    max: columnOf(`${name}_max`),
  })
  return {
    at: start + row.point * width,
    summaries: {
      temperature: summaryOf('temperature'),
      humidity: summaryOf('humidity'),
      airPressure: summaryOf('air_pressure'),
      airQuality: summaryOf('air_quality'),
    },
  }
}
