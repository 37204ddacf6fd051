import { CompiledQuery, SqliteAdapter } from 'kysely'
import type { Tx } from './schema.ts'

/**
 * Rows of one statement, largest first. With few sizes there are few different statements, so that SQLite prepares each
 * only once. A query builder would cost more than the insert itself: it makes a node for every value.
 */
const SIZES = [32, 8, 1] as const

export interface Insertion {
  readonly table: string
  readonly columns: readonly string[]
  /** The SQL after the values, such as `on conflict do nothing returning at`. */
  readonly ending: string
}

export type Value = string | number | null | Uint8Array

/** Returns a function that inserts any number of rows with `insert into … values …`. */
export function insertRows<Row>({
  table,
  columns,
  ending,
}: Insertion): (tx: Tx, rows: readonly Value[][]) => Promise<Row[]> {
  const texts = new Map<string, string>()

  function textOf(size: number, numbered: boolean): string {
    const key = `${size} ${numbered}`
    let text = texts.get(key)
    if (text === undefined) {
      let place = 0
      const row = () => `(${columns.map(() => (numbered ? `$${++place}` : '?')).join(', ')})`
      text = `insert into ${table} (${columns.join(', ')}) values ${Array.from({ length: size }, row).join(', ')} ${ending}`
      texts.set(key, text)
    }
    return text
  }

  return async (tx, rows) => {
    // PostgreSQL numbers its placeholders, SQLite does not.
    const numbered = !(tx.getExecutor().adapter instanceof SqliteAdapter)
    const answered: Row[] = []
    for (let from = 0; from < rows.length;) {
      const left = rows.length - from
      const size = SIZES.find((candidate) => candidate <= left) ?? 1
      const { rows: returned } = await tx.executeQuery<Row>(
        CompiledQuery.raw(textOf(size, numbered), rows.slice(from, from + size).flat()),
      )
      for (const row of returned) answered.push(row)
      from += size
    }
    return answered
  }
}
