import { expect, test } from 'vitest'
import { plotScale, valueAt, xOf, yOf } from './plot-scale.ts'

const AREA = { left: 50, right: 250, top: 30, bottom: 430 }

test.each([
  ['a span of temperatures', [13, 35.2], 2, [10, 40], 7],
  ['a value that never changes', [20], 2, [19.5, 20.5], 3],
  ['no values', [], 0, [-0.2, 1.2], 8],
] as const)('%s has a scale with room around it', (_, values, spanMin, ends, count) => {
  const { from, to, ticks } = plotScale(values, spanMin)
  expect([from, to].map((end) => Number(end.toFixed(6)))).toEqual(ends)
  expect(ticks).toHaveLength(count)
})

test('a place in the plot is found again', () => {
  const scale = plotScale([13, 35.2], 2)
  expect([yOf(40, scale, AREA), yOf(10, scale, AREA)]).toEqual([30, 430])
  expect(valueAt(yOf(28.5, scale, AREA), scale, AREA)).toBeCloseTo(28.5)
  expect(xOf(5, { from: 0, to: 10 }, AREA)).toBe(150)
})
