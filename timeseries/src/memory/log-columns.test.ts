import { expect, test } from 'vitest'
import { LogColumns } from './log-columns.ts'

test('leaves out exactly the values in chunks by a marker, and sorts the others by time', () => {
  const columns = new LogColumns()
  columns.add(0, 3000, 30, 1)
  columns.add(0, 1000, 10, 2)
  columns.add(4, 2000, 20, 2)
  columns.add(0, 4000, 40, 3)
  columns.add(0, 1000, 99, 3)
  const leftBy = (uptoSeq: number, partSeq = 0, partAt = 0) =>
    columns.leftBy({ uptoSeq, partSeq, partAt }).map(({ slot, at, values }) => [slot, [...at], [...values]])
  expect(leftBy(0)).toEqual([
    [0, [1000, 3000, 4000], [10, 30, 40]],
    [4, [2000], [20]],
  ])
  expect(leftBy(1)).toEqual([
    [0, [1000, 4000], [10, 40]],
    [4, [2000], [20]],
  ])
  expect(leftBy(2)).toEqual([[0, [1000, 4000], [99, 40]]])
  expect(leftBy(1, 3, 2000)).toEqual([
    [0, [4000], [40]],
    [4, [2000], [20]],
  ])
  expect(leftBy(3)).toEqual([])
})
