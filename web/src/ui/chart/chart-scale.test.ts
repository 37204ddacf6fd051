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
  test('the scale of a chart spans the values within the range, with padding', () => {
    const [bottom, top] = valueRange(content([at(-10, 90), at(10, 10), at(90, 20), at(110, -90)]))
    expect([bottom, top]).toEqual([9 - 0.96, 21 + 0.96])
  })

  test('the scale of a chart spans at least the minimum span of its metric', () => {
    const flat = { time: 10, average: 20, min: 19.95, max: 20.05 }
    const [bottom, top] = valueRange(content([flat]))
    expect(bottom).toBeLessThan(19)
    expect(top).toBeGreaterThan(21)
    expect((bottom + top) / 2).toBeCloseTo(20)
  })

  test('the scale of a chart includes a near limit, and no far one', () => {
    const limits = [
      { value: 28, label: 'near' },
      { value: 90, label: 'far' },
    ]
    const values = { ...content([at(10, 10), at(90, 20)]), limits }
    expect(limitsInSight(values).map(({ label }) => label)).toEqual(['near'])
    expect(valueRange(values)[1]).toBeGreaterThan(28)
    expect(valueRange(values)[1]).toBeLessThan(90)
  })

  test('the scale of a chart without values is from 0 to 1', () => {
    expect(valueRange(content())).toEqual([0, 1])
  })
})

test('lists only the part of a series within the range', () => {
  const gaps = [
    { from: -20, to: -10 },
    { from: 90, to: 120 },
  ]
  expect(seriesWithin({ runs: [[at(-5, 1)], [at(5, 1), at(105, 1)]], gaps }, range)).toEqual({
    runs: [[at(5, 1)]],
    gaps: [{ from: 90, to: 120 }],
  })
})

test('a gap of the chart is common to all lines', () => {
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
