import { sql } from 'kysely'
import type { Db, Tx } from '../schema.ts'
import type { Row } from './tables.ts'

const POSITIONS: Readonly<Record<string, readonly string[]>> = {
  device_mark: ['upto_seq', 'part_seq', 'part_at'],
  erasing: ['upto_seq'],
  rule: ['since_seq'],
}

/** Numbers between the dead letters of two logs; more than there are in a row. */
const GAP = 1000

export function withoutPositions(table: string, row: Row): Row {
  const columns = POSITIONS[table]
  return columns ? { ...row, ...Object.fromEntries(columns.map((column) => [column, 0])) } : row
}

/** Resets all positions of a database whose log is empty or lost. */
export async function resetPositions(tx: Tx): Promise<void> {
  for (const [table, columns] of Object.entries(POSITIONS)) {
    const reset = sql.join(columns.map((column) => sql`${sql.ref(column)} = 0`))
    await sql`update ${sql.table(table)} set ${reset}`.execute(tx)
  }
  for (const table of ['log_head', 'compaction', 'alert_position', 'silence_watch'] as const)
    await tx.deleteFrom(table).execute()
  await moveDeadLetters(tx)
}

/** Moves dead letters below the first row of the next log, in order: numbers of the next log name other rows. */
async function moveDeadLetters(tx: Tx): Promise<void> {
  const { first, last } = await tx
    .selectFrom('dead_letter')
    .select(({ fn }) => [fn.min('seq').as('first'), fn.max('seq').as('last')])
    .executeTakeFirstOrThrow()
  if (last === null) return
  const distance = last - Math.min(first, 0) + GAP
  await sql`update dead_letter set seq = seq - ${sql.lit(distance)}`.execute(tx)
}

/** Returns why the log of a database is not empty or not fully evaluated; undefined when it is both. */
export async function whyNotEmpty(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ rows: number; erasing: number }>`
    select (select count(*) from reading_log) as rows, (select count(*) from erasing) as erasing`.execute(db)
  const { rows: waiting = 0, erasing = 0 } = rows[0] ?? {}
  if (waiting > 0) return `${waiting} groups of readings are still in the log.`
  if (erasing > 0) return `${erasing} removals are not finished.`
  return undefined
}

/** Returns why positions can't be reset: dead letters are named by them. Undefined when there are none. */
export async function whySetAside(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ letters: number }>`select count(*) as letters from dead_letter`.execute(db)
  const letters = rows[0]?.letters ?? 0
  if (letters === 0) return undefined
  return (
    `Messages of devices that could not be applied stand aside: ${letters}. Export and remove them first: ` +
    'npm run admin -- dead-letters'
  )
}

export async function findEvaluated(db: Db): Promise<Map<number, number>> {
  const rows = await db.selectFrom('alert_position').select(['partition', 'seq']).execute()
  return new Map(rows.map(({ partition, seq }) => [partition, seq]))
}

export async function findPositions(db: Db, partitions: number): Promise<(partition: number) => number> {
  const partition = sql`device_key % ${sql.lit(partitions)}`
  const { rows } = await sql<{ partition: number; seq: number }>`
    select partition, max(seq) as seq from (
      select partition, upto_seq as seq from compaction
      union all select partition, seq from alert_position
      union all select ${partition}, case when upto_seq > part_seq then upto_seq else part_seq end from device_mark
      union all select ${partition}, upto_seq from erasing
      union all select ${partition}, since_seq from rule where device_key is not null
    ) as positions group by partition`.execute(db)
  const positions = new Map(rows.map(({ partition: of, seq }) => [of, seq]))
  return (of) => positions.get(of) ?? 0
}

export async function findNewestStored(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ at: number | null }>`
    select max((select to_at from chunk where device_key = device.key order by from_at desc limit 1)) as at
    from device`.execute(db)
  return rows[0]?.at ?? undefined
}
