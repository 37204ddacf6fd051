/**
 * A list of any length as pieces of JSON. One page is in memory at a time: `nextPage` returns what
 * comes after the item given, nothing at the end.
 */
export async function* listPieces<Item extends object>(
  nextPage: (after: Item | undefined) => Promise<readonly Item[]>,
): AsyncGenerator<string> {
  let before = '['
  let last: Item | undefined
  while (true) {
    const page = await nextPage(last)
    last = page.at(-1)
    if (!last) break
    yield before + page.map((item) => JSON.stringify(item)).join(',')
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}
