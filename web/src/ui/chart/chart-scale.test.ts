import { describe, expect, test } from 'vitest'
import { limitsInSight, seriesWithin, valueRange } from './chart-scale.ts'

const at = (time: number, value: number) => ({ time, average: value, min: value - 1, max: value + 1 })
const range = { from: 0, to: 100 }
const content = (...runs: Array<Array<ReturnType<typeof at>>>) => ({
  series: { runs, gaps: [] },
  range,
  limits: [],
  marks: [],
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

  test('leave room for marks below them, when there are some within the range', () => {
    const kind = { name: 'watered', colour: 'humidity', hasStem: false }
    const values = content([at(10, 10), at(90, 20)])
    const [bottom] = valueRange(values)
    expect(valueRange({ ...values, marks: [{ time: 500, kind }] })[0]).toBe(bottom)
    expect(valueRange({ ...values, marks: [{ time: 50, kind }] })[0]).toBeLessThan(bottom - 1)
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
