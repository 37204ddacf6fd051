import { describe, expect, test } from 'vitest'
import { commonGaps, limitsInSight, seriesWithin, valueRange } from './chart-scale.ts'

const at = (time: number, value: number) => ({ time, average: value, min: value - 1, max: value + 1 })
const range = { from: 0, to: 100 }
const line = { id: 'l', name: 'L', colour: 'ink', dash: [], width: 2, hasBand: true, isNamed: false }
const content = (...runs: Array<Array<ReturnType<typeof at>>>) => ({
  lines: [{ ...line, series: { runs, gaps: [] } }],
  range,
  limits: [],
  spanMin: 2,
})

describe('the values that a chart has room for', () => {
  test('are those within the range, with a little around them', () => {
    const [bottom, top] = valueRange(content([at(-10, 90), at(10, 10), at(90, 20), at(110, -90)]))
    expect([bottom, top]).toEqual([9 - 0.96, 21 + 0.96])
  })

  test('span at least what makes noise look like noise', () => {
    const flat = { time: 10, average: 20, min: 19.95, max: 20.05 }
    const [bottom, top] = valueRange(content([flat]))
    expect(bottom).toBeLessThan(19)
    expect(top).toBeGreaterThan(21)
    expect((bottom + top) / 2).toBeCloseTo(20)
  })

  test('reach to a limit that is near, and to none that is far away', () => {
    const limits = [
      { value: 28, label: 'near' },
      { value: 90, label: 'far' },
    ]
    const values = { ...content([at(10, 10), at(90, 20)]), limits }
    expect(limitsInSight(values).map(({ label }) => label)).toEqual(['near'])
    expect(valueRange(values)[1]).toBeGreaterThan(28)
    expect(valueRange(values)[1]).toBeLessThan(90)
  })

  test('are from 0 to 1 when there are none', () => {
    expect(valueRange(content())).toEqual([0, 1])
  })
})

test('of a series beyond the range only what lies within is listed', () => {
  const gaps = [
    { from: -20, to: -10 },
    { from: 90, to: 120 },
  ]
  expect(seriesWithin({ runs: [[at(-5, 1)], [at(5, 1), at(105, 1)]], gaps }, range)).toEqual({
    runs: [[at(5, 1)]],
    gaps: [{ from: 90, to: 120 }],
  })
})

test('only a gap that all lines have in common is one of the chart', () => {
  const of = (...gaps: Array<[number, number]>) => ({
    series: { runs: [], gaps: gaps.map(([from, to]) => ({ from, to })) },
  })
  expect(commonGaps([of([0, 10], [20, 40])])).toHaveLength(2)
  expect(commonGaps([of([0, 10], [20, 40]), of([5, 25])])).toEqual([
    { from: 5, to: 10 },
    { from: 20, to: 25 },
  ])
  expect(commonGaps([of([0, 10]), of()])).toEqual([])
  expect(commonGaps([])).toEqual([])
})
