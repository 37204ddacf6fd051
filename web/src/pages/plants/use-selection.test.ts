import { expect, test } from 'vitest'
import { toggled } from './use-selection.ts'

const ORDER = ['a', 'b', 'c', 'd']
const selection = (ids: string[], anchor?: string) => ({ chosen: new Set(ids), anchor })

test.each([
  [selection([]), 'b', undefined, ['b']],
  [selection(['b'], 'b'), 'b', undefined, []],
  [selection(['a'], 'a'), 'c', ORDER, ['a', 'b', 'c']],
  [selection(['d'], 'd'), 'b', ORDER, ['b', 'c', 'd']],
  [selection([]), 'c', ORDER, ['c']],
  [selection(['x'], 'x'), 'c', ORDER, ['c', 'x']],
])('the selection %o after a click on %s in the order %j is %j', (before, plantId, order, chosen) => {
  expect([...toggled(before, plantId, order).chosen].toSorted((one, other) => one.localeCompare(other))).toEqual(chosen)
})
