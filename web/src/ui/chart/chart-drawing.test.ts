import { expect, test } from 'vitest'
import { chartColumns } from './chart-drawing.ts'

const point = (time: number) => ({ time, average: time, min: time - 1, max: time + 1 })

test('an empty column stands between two runs, and lone points are known', () => {
  const columns = chartColumns({ runs: [[point(10), point(20)], [point(60)]], gaps: [] })
  expect(columns.time).toEqual([10, 20, 40, 60])
  expect(columns.average).toEqual([10, 20, null, 60])
  expect(columns.min).toEqual([9, 19, null, 59])
  expect(columns.alone).toEqual([3])
})

test('nothing gives nothing', () => {
  expect(chartColumns({ runs: [], gaps: [] }).time).toEqual([])
})
