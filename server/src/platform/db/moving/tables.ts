import { sql } from 'kysely'
import type { Db } from '../schema.ts'

export interface MovedTable {
  readonly name: string
  readonly key: readonly string[]
  readonly columns: readonly string[]
  /** Columns that refer to other rows of the same table. */
  readonly parents: readonly string[]
}

/** The log is empty by then, and its positions start anew in the target. Photos are files beside the source. */
const LEFT_BEHIND = new Set([
  'kysely_migration',
  'kysely_migration_lock',
  'reading_log',
  'log_head',
  'compaction',
  'alert_position',
  'erasing',
  'lease',
  'node',
  'log_layout',
  'silence_watch',
  'photo_data',
])

export async function listMovedTables(db: Db): Promise<MovedTable[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'
    order by name`.execute(db)
  const names = rows.map(({ name }) => name).filter((name) => !LEFT_BEHIND.has(name))
  const parents = new Map<string, readonly string[]>()
  for (const name of names) {
    const found = await sql<{ parent: string }>`
      select distinct "table" as parent from pragma_foreign_key_list(${name})`.execute(db)
    parents.set(
      name,
      found.rows.map(({ parent }) => parent).filter((parent) => parent !== name),
    )
  }
  return Promise.all(inOrder(names, parents).map((name) => describe(db, name)))
}

function inOrder(names: readonly string[], parents: ReadonlyMap<string, readonly string[]>): string[] {
  const ordered = new Set<string>()
  const add = (name: string): void => {
    if (ordered.has(name)) return
    for (const parent of parents.get(name) ?? []) if (names.includes(parent)) add(parent)
    ordered.add(name)
  }
  for (const name of names) add(name)
  return [...ordered]
}

async function describe(db: Db, name: string): Promise<MovedTable> {
  const { rows } = await sql<{ name: string; pk: number }>`
    select name, pk from pragma_table_info(${name}) order by cid`.execute(db)
  const key = rows.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk)
  if (key.length === 0) throw new Error(`The table ${name} has no key.`)
  const parents = await sql<{ name: string }>`
    select "from" as name from pragma_foreign_key_list(${name}) where "table" = ${name}`.execute(db)
  return {
    name,
    key: key.map((column) => column.name),
    columns: rows.map((column) => column.name),
    parents: parents.rows.map((column) => column.name),
  }
}

export type Row = Readonly<Record<string, unknown>>

/** Returns the next rows after a key; by default all columns. */
export async function readRows(
  db: Db,
  { name, key, columns }: MovedTable,
  { after, limit }: { readonly after: readonly unknown[] | undefined; readonly limit: number },
): Promise<Row[]> {
  const keys = sql.join(key.map((column) => sql.ref(column)))
  const beyond = after === undefined ? sql`1 = 1` : sql`(${keys}) > (${sql.join(after)})`
  const wanted = sql.join(columns.map((column) => sql.ref(column)))
  const { rows } = await sql<Row>`
    select ${wanted} from ${sql.table(name)} where ${beyond} order by ${keys} limit ${sql.lit(limit)}`.execute(db)
  return rows
}

export function keyOf({ key }: MovedTable, row: Row): unknown[] {
  return key.map((column) => row[column])
}
