import { placeholders, statement, type Value } from '@greenhouse/timeseries'
import type { Db } from './schema.ts'

export { batchStatement, placeholders, statement, type Value } from '@greenhouse/timeseries'

export const LIST_MAX = 64
const LIST_SIZES = [1, 4, 16, LIST_MAX]

/** Pads lists such as `in (…)` with their last value, so that few prepared statements serve every length. */
export function listStatement<Row = never>(
  textOf: (list: string) => string,
): (db: Db, values: readonly Value[]) => Promise<readonly Row[]> {
  const statements = LIST_SIZES.map((size) => ({ size, execute: statement<Row>(textOf(placeholders(size))) }))
  return async (db, values) => {
    const fitting = statements.find(({ size }) => size >= values.length)
    const last = values.at(-1)
    if (!fitting || last === undefined) throw new RangeError(`A list of ${values.length} values`)
    const filled = Array.from({ length: fitting.size }, (_, place) => values[place] ?? last)
    return (await fitting.execute(db, filled)).rows
  }
}
