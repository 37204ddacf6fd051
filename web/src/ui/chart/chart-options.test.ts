import { expect, test } from 'vitest'
import { decimalsOf } from './chart-options.ts'

test.each([
  [1000, 0],
  [1, 0],
  [2.5, 1],
  [0.5, 1],
  [0.25, 2],
  [0.1 + 0.2, 1],
  [0.001, 3],
  [0.0001, 3],
])('the ticks of a step of %f have %i decimals', (step, decimals) => {
  expect(decimalsOf(step)).toBe(decimals)
})
