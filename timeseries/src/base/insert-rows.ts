import type { Tx } from './database.ts'
import { batchStatement, placeholders, type Value } from './statement.ts'

const SIZES = [32, 8, 1] as const

export interface Insertion {
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
