export async function* listPieces(pages: AsyncIterable<{ readonly rows: readonly object[] }>): AsyncGenerator<string> {
  let before = '['
  for await (const { rows } of pages) {
    yield before + rows.map((item) => JSON.stringify(item)).join(',')
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}
