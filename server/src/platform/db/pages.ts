/** Rows of a query that were read at once; at least one. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly last: Row
}

/**
 * Yields every row of a query of any length, `size` rows at a time, so that only one page is in memory. SQLite blocks this
 * thread, so other work runs between two pages.
 *
 * @param nextPage returns the first `size` rows after the given one, in the order of the query; undefined for the first page.
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
