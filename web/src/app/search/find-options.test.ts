import { expect, test } from 'vitest'
import type { Find, FindGroup } from './find.ts'
import { optionsOf, resultWords } from './find-options.ts'
import { searched } from './use-search.ts'

const finds = (count: number): Find[] =>
  Array.from({ length: count }, (_, index) => ({ key: `${index}`, kind: 'plant', title: '', detail: '', to: '/' }))
const group = (listed: number, total = listed): FindGroup => ({ title: 'Plants', finds: finds(listed), total })
const keys = (groups: FindGroup[], ...opened: string[]) =>
  optionsOf(groups, new Set(opened)).map((option) => ('more' in option ? option.more : option.key))

test.each([
  [3, 3, ['0', '1', '2']],
  [4, 4, ['0', '1', '2', 'All 4']],
  [10, 12, ['0', '1', '2', 'First 10 of 12']],
])('a group with %d listed hits of %d shows three of them first', (listed, total, shown) => {
  expect(keys([group(listed, total)])).toEqual(shown)
})

test('all of a group are shown once they were asked for', () => {
  expect(keys([group(5)], 'Plants')).toEqual(['0', '1', '2', '3', '4'])
})

test('results are counted over all kinds', () => {
  expect(resultWords([group(3), group(10, 12)])).toBe('15 results')
  expect(resultWords([group(1)])).toBe('1 result')
})

test.each([
  [' b ', ''],
  [' ba ', 'ba'],
  ['a  b c d e f', 'a b c d e'],
  ['x'.repeat(120), 'x'.repeat(100)],
])('the text %j is searched as %j', (typed, q) => {
  expect(searched(typed)).toBe(q)
})
