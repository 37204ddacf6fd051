import { setImmediate as turn } from 'node:timers/promises'

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly last: Row
}

/**
 * Yields every row with only one page in memory, and other work between two pages. `nextPage` returns the page after
 * the given row; it may ignore the row if the caller deletes each page.
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
    await turn()
  }
}
