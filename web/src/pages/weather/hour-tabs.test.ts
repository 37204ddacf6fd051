import { expect, test } from 'vitest'
import { hourSpots, lineRuns } from './hour-tabs.tsx'

test.each([
  [[4, 9, null, -1], false, [50, 100, null, 0]],
  // A calm day: half a degree must not look steep.
  [[10, 10.5], false, [43.75, 56.25]],
  [[7], false, [50]],
  [[0, 50, 20], true, [0, 100, 40]],
  [[0, 0], true, [0, 0]],
  [[null], false, [null]],
])('the values %j, from zero: %s, are drawn at %j percent', (values, isFromZero, heights) => {
  expect(hourSpots(values, isFromZero)).toEqual(heights)
})

test('a line is interrupted at an hour without a value', () => {
  expect(lineRuns([0, 100, null, 50, 25])).toEqual(['10.00,100.00 30.00,0.00', '70.00,50.00 90.00,75.00'])
  expect(lineRuns([null, 50, null])).toEqual([])
})
