import { sql } from 'kysely'
import type { Db } from './schema.ts'

interface Walked {
  readonly table: string
  readonly key: readonly string[]
  readonly columns: readonly string[]
}

export interface Place {
  readonly table: string
  readonly after: ReadonlyArray<string | number>
}

export async function listTables(db: Db): Promise<Walked[]> {
  const { rows } = await sql<{ name: string; wr: number }>`
    select name, wr from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'
    order by name`.execute(db)
  return Promise.all(rows.map(({ name, wr }) => describe(db, name, wr === 1)))
}

async function describe(db: Db, table: string, withoutRowid: boolean): Promise<Walked> {
  const { rows } = await sql<{ name: string; pk: number }>`
    select name, pk from pragma_table_info(${table}) order by pk`.execute(db)
  const key = withoutRowid ? rows.filter(({ pk }) => pk > 0).map(({ name }) => name) : ['rowid']
  return { table, key, columns: rows.map(({ name }) => name) }
}

/** Returns the last key; undefined at the end of the table. Throws SQLite's error for a damaged page. */
export async function readOn(
  db: Db,
  { table, key, columns }: Walked,
  after: Place['after'],
  limit: number,
): Promise<Place['after'] | undefined> {
  const keys = sql.join(key.map((name) => sql.ref(name)))
  const beyond = after.length === 0 ? sql`1 = 1` : sql`(${keys}) > (${sql.join(after)})`
  const { rows } = await sql<Record<string, string | number>>`
    select ${keys} from ${sql.table(table)} where ${beyond} order by ${keys} limit 1 offset ${limit - 1}`.execute(db)
  const [last] = rows
  const reached = last && key.map((name) => last[name] ?? '')
  // SQLite reads the pages of a column only when an expression uses it.
  const touched = sql.join(columns.map((name) => sql`sum(${sql.ref(name)} = 0)`))
  const upTo = reached ? sql`(${keys}) <= (${sql.join(reached)})` : sql`1 = 1`
  await sql`select count(*), ${touched} from ${sql.table(table)} where ${beyond} and ${upTo}`.execute(db)
  return reached
}
