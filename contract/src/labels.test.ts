import { expect, test } from 'vitest'
import { plantCodeOf, shownPlantCode } from './labels.ts'

test.each([
  ['7QK4MN2P', '7QK4MN2P'],
  ['7qk4-mn2p', '7QK4MN2P'],
  [' 7QK4 MN2P\n', '7QK4MN2P'],
  ['oOiI-lL00', '00111100'],
])('the code %j is read as %s', (typed, code) => {
  expect(plantCodeOf(typed)).toBe(code)
})

test('a code is shown in two halves, which are read as the same code', () => {
  expect(shownPlantCode('7QK4MN2P')).toBe('7QK4-MN2P')
  expect(plantCodeOf(shownPlantCode('7QK4MN2P'))).toBe('7QK4MN2P')
})
