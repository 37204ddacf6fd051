import { expect, test } from 'vitest'
import { BoardMessage } from '../board-report.ts'
import { JsonList } from './json-list.ts'

const ROOM = ' '.repeat(70_000)

/** Returns the items of a text padded with spaces; undefined for one that is no list. */
function itemsOf(text: string, max = 1000): readonly unknown[] | undefined {
  const list = JsonList.of(new BoardMessage('http', Buffer.from(text + ROOM), { query: '' }))
  const items = list && [...list.first(max)]
  return list?.isMalformed ? undefined : items
}

test.each([
  ['[]'],
  ['[1]'],
  ['[{"a":1},{"b":[1,2,{"c":"]"}]}]'],
  ['[[1,2],[3],"a,b","\\"],[","\\\\",null,true,-1.5e3]'],
  [' \n[ {"a":1} , 2 ] '],
  ['["🌱","\\u0000"]'],
])('returns for %s the items of the whole list', (text) => {
  expect(itemsOf(text)).toEqual(JSON.parse(text))
})

test.each([['[1,]'], ['[,1]'], ['[1,2'], ['[1]]'], ['[{]}]'], ['["a]'], ['[1] 2]'], ['[x]'], ['{"a":1}'], ['1'], ['']])(
  'does not take %s for a list',
  (text) => {
    expect(itemsOf(text)).toBeUndefined()
  },
)

test('parses only the first items of a JSON list, up to the number asked for', () => {
  expect(itemsOf('[1,2,x]', 2)).toEqual([1, 2])
})
