import { expect, test } from 'vitest'
import { pagesOf } from './pages.ts'

const rows = Array.from({ length: 7 }, (_, index) => ({ index }))

async function paged(count: number) {
  const pages: number[][] = []
  let queries = 0
  const nextPage = async (last: { index: number } | undefined) => {
    queries++
    const from = last ? last.index + 1 : 0
    return rows.slice(from, Math.min(from + 3, count))
  }
  for await (const page of pagesOf(3, nextPage)) {
    expect(page.last).toBe(page.rows.at(-1))
    pages.push(page.rows.map(({ index }) => index))
  }
  return { pages, queries }
}

test.each([
  [0, [], 1],
  [2, [[0, 1]], 1],
  [3, [[0, 1, 2]], 2],
  [7, [[0, 1, 2], [3, 4, 5], [6]], 3],
])('yields %d rows in pages of three', async (count, pages, queries) => {
  expect(await paged(count)).toEqual({ pages, queries })
})

test('lets other work run between two pages', async () => {
  const order: string[] = []
  for await (const { last } of pagesOf(1, async (before?: { index: number }) =>
    rows.slice(before ? before.index + 1 : 0).slice(0, 1),
  )) {
    order.push(`page ${last.index}`)
    setImmediate(() => order.push('other work'))
  }
  expect(order.slice(0, 3)).toEqual(['page 0', 'other work', 'page 1'])
})
