import { CompiledQuery, SqliteAdapter } from 'kysely'
import type { Value } from './insert-rows.ts'
import type { Db } from './schema.ts'

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
