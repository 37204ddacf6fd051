import { CompiledQuery, SqliteAdapter } from 'kysely'
import type { Db } from './database.ts'

export type Value = string | number | null | Uint8Array

export interface Executed<Row> {
  readonly rows: readonly Row[]
  /** How many rows were inserted, updated or deleted. */
  readonly changed: number
}

/**
 * Returns a function that executes one SQL statement with `?` for each parameter. Its text is made once; a query builder
 * would make a node for each part of it with every call, which costs more than a short statement itself.
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
 * Returns a function that executes a statement for any number of tuples of parameters, many at once, and returns all rows.
 * `textOf` returns the SQL for `size` tuples; the largest size comes first and 1 comes last. With few sizes there are few
 * different statements, so that SQLite prepares each only once.
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

/** Returns `count` placeholders, separated by commas. */
export function placeholders(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ')
}
