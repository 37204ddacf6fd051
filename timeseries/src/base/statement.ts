import { CompiledQuery, SqliteAdapter } from 'kysely'
import type { Db, Tx } from './database.ts'

export type Value = string | number | null | Uint8Array

export interface Executed<Row> {
  readonly rows: readonly Row[]
  readonly changed: number
}

/**
 * Returns a function that executes one SQL statement with `?` for each parameter. A query builder would cost more than
 * a short statement itself.
 */
export function statement<Row = never>(text: string): (db: Db, parameters: readonly Value[]) => Promise<Executed<Row>> {
  let place = 0
  const numbered = text.replaceAll('?', () => `$${++place}`)
  return async (db, parameters) => {
    // PostgreSQL numbers its placeholders, SQLite does not.
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
    const { rows, numAffectedRows } = await db.executeQuery<Row>(
      CompiledQuery.raw(isSqlite ? text : numbered, parameters as Value[]),
    )
    return { rows, changed: Number(numAffectedRows ?? 0) }
  }
}

/**
 * Returns a function that executes a statement for any number of tuples of parameters, and returns all rows. `textOf`
 * returns the SQL for `size` tuples; sizes descend to 1. Few sizes keep the number of prepared statements small.
 */
export function batchStatement<Row = never>(
  sizes: readonly number[],
  textOf: (size: number) => string,
): (db: Db, tuples: ReadonlyArray<readonly Value[]>) => Promise<Row[]> {
  const statements = sizes.map((size) => ({ size, execute: statement<Row>(textOf(size)) }))
  return async (db, tuples) => {
    const found: Row[] = []
    let from = 0
    for (const { size, execute } of statements)
      for (; from + size <= tuples.length; from += size) {
        const { rows } = await execute(db, tuples.slice(from, from + size).flat())
        for (const row of rows) found.push(row)
      }
    return found
  }
}

/** Returns the row of a statement that always has one. */
export function onlyRow<Row>({ rows }: Executed<Row>): Row {
  const [row] = rows
  if (row === undefined) throw new Error('A statement returned no row.')
  return row
}

export function placeholders(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ')
}

const SIZES = [32, 8, 1] as const

interface Insertion {
  readonly table: string
  readonly columns: readonly string[]
  /** The SQL after the values, such as `on conflict do nothing returning at`. */
  readonly ending: string
}

export function insertRows<Row>({
  table,
  columns,
  ending,
}: Insertion): (tx: Tx, rows: readonly Value[][]) => Promise<Row[]> {
  const row = `(${placeholders(columns.length)})`
  return batchStatement<Row>(SIZES, (size) => {
    const rows = Array.from({ length: size }, () => row).join(', ')
    return `insert into ${table} (${columns.join(', ')}) values ${rows} ${ending}`
  })
}
