import { createHash } from 'node:crypto'
import type { Db } from '../schema.ts'
import { keyOf, readRows, type MovedTable, type Row } from './tables.ts'

/** Equal for two tables with the same rows in any order. */
export interface Contents {
  readonly rows: number
  readonly checksum: string
}

const ROWS_AT_ONCE = 256
const SPACE = 2n ** 128n

/** Adds the first 128 bits of each row's SHA-256, since the databases sort text differently. `as` converts a row. */
export async function contentsOf(db: Db, table: MovedTable, as: (row: Row) => Row = (row) => row): Promise<Contents> {
  let [rows, sum] = [0, 0n]
  let after: readonly unknown[] | undefined
  while (true) {
    const read = await readRows(db, table, { after, limit: ROWS_AT_ONCE })
    for (const row of read) sum = (sum + hashOf(table, as(row))) % SPACE
    rows += read.length
    const last = read.at(-1)
    if (!last || read.length < ROWS_AT_ONCE) return { rows, checksum: sum.toString(16) }
    after = keyOf(table, last)
  }
}

function hashOf({ columns }: MovedTable, row: Row): bigint {
  const hash = createHash('sha256')
  for (const column of columns) {
    const value = row[column]
    if (value instanceof Uint8Array) hash.update('b').update(value)
    else hash.update(`${typeof value} ${String(value)}`)
    hash.update('\0')
  }
  return BigInt(`0x${hash.digest('hex').slice(0, 32)}`)
}
