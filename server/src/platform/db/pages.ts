/** Rows of a query that were read at once, one at least. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly last: Row
}

/**
 * Yields every row of a query of any length, `size` rows at a time, so that one page is in memory. SQLite works in this
 * very thread: between two pages other work has its turn.
 *
 * @param nextPage returns the first `size` rows after the given one, in the order of the query; undefined for the start.
 *   A caller that deletes each page before it asks for the next may leave the argument out.
 */
export async function* pagesOf<Row extends object>(
  size: number,
  nextPage: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Page<Row>> {
  let last: Row | undefined
  while (true) {
    const rows = await nextPage(last)
    last = rows.at(-1)
    if (last === undefined) return
    yield { rows, last }
    if (rows.length < size) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}
