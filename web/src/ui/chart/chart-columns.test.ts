import { describe, expect, test } from 'vitest'
import { chartColumns, stepFrom } from './chart-columns.ts'
import type { ChartLine } from './chart-types.ts'

const point = (time: number) => ({ time, average: time, min: time - 1, max: time + 1 })
const line = (runs: number[][], more: Partial<ChartLine> = {}): ChartLine => ({
  id: 'l',
  name: 'Line',
  colour: 'temperature',
  dash: [],
  width: 2,
  hasBand: true,
  isNamed: false,
  series: { runs: runs.map((run) => run.map(point)), gaps: [] },
  ...more,
})

describe('the columns of a chart', () => {
  test('the columns of a chart have an empty one between two runs, and mark single points', () => {
    const { time, values, isolated } = chartColumns([line([[10, 20], [60]])])
    expect(time).toEqual([10, 20, 40, 60])
    expect(values[0]).toEqual([
      [10, 20, null, 60],
      [11, 21, null, 61],
      [9, 19, null, 59],
    ])
    expect(isolated).toEqual([[3]])
  })

  test('the columns of a chart hold the times of all lines without breaking other lines', () => {
    const { time, values } = chartColumns([line([[10, 20]]), line([[15], [20]], { hasBand: false })])
    expect(time).toEqual([10, 15, 17.5, 20])
    expect(values.map(([average]) => average)).toEqual([
      [10, undefined, undefined, 20],
      [undefined, 15, null, 20],
    ])
  })

  test('the columns of a chart break a line at the points of others in its pause', () => {
    const { time, values } = chartColumns([line([[10], [50]]), line([[10, 20, 40, 50]])])
    expect(time).toEqual([10, 20, 30, 40, 50])
    expect(values.map(([average]) => average)).toEqual([
      [10, null, null, null, 50],
      [10, 20, undefined, 40, 50],
    ])
  })

  test('a chart without lines or points has empty columns', () => {
    expect(chartColumns([]).time).toEqual([])
    expect(chartColumns([line([])]).time).toEqual([])
  })
})

describe('the crosshair', () => {
  const columns = chartColumns([
    line([
      [10, 20],
      [60, 70],
    ]),
  ])
  const range = { from: 15, to: 65 }

  test('the crosshair moves over the points within the range, not over breaks', () => {
    expect(stepFrom(columns, 20, { by: 1, range })).toBe(60)
    expect(stepFrom(columns, 60, { by: 1, range })).toBe(60)
    expect(stepFrom(columns, 60, { by: -1, range })).toBe(20)
  })

  test('the crosshair starts at the end, and moves to either end', () => {
    expect(stepFrom(columns, undefined, { by: -1, range })).toBe(60)
    expect(stepFrom(columns, 60, { by: -Infinity, range })).toBe(20)
    expect(stepFrom(columns, 20, { by: Infinity, range })).toBe(60)
  })

  test('a chart without points has no crosshair', () => {
    expect(stepFrom(chartColumns([]), undefined, { by: 1, range })).toBeUndefined()
  })
})
