import { expect, test } from 'vitest'
import { pointAt } from './point-at.ts'

const point = (time: number) => ({ time, average: time, min: time, max: time })
const series = { runs: [[10, 20, 30].map(point), [600, 610].map(point)], gaps: [{ from: 30, to: 600 }] }
const range = { from: 0, to: 1000 }

test.each([
  [5, 10],
  [14, 10],
  [16, 20],
  [38, 30],
  [200, undefined],
  [595, 600],
  [700, undefined],
])('a crosshair at %d selects the point at %s', (time, found) => {
  expect(pointAt(series, time, range)?.time).toBe(found)
})
