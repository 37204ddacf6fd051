import { expect, test } from 'vitest'
import { findRise } from './rise.ts'

const MINUTE = 60_000
const every5 = (...values: number[]) => values.map((value, index) => ({ at: index * 5 * MINUTE, value }))

test.each([
  ['jumps and stays', every5(22, 22, 48, 47, 46, 46, 45, 45, 45), 2],
  ['rises by ten points within 15 minutes', every5(22, 26, 29, 32, 32, 32, 32, 32, 32, 32), 3],
  ['rises by less', every5(22, 25, 28, 31, 31, 31, 31, 31, 31, 31), undefined],
  ['rises by ten points too slowly', every5(22, 24, 26, 28, 30, 32, 34, 34, 34, 34, 34, 34, 34), undefined],
  ['falls back within half an hour', every5(22, 22, 48, 30, 25, 24, 24, 24, 24), undefined],
  ['is not known half an hour later', every5(22, 22, 48, 47, 46), undefined],
  ['has one reading', every5(60), undefined],
])('finds a watering where the soil %s', (_words, readings, index) => {
  expect(findRise(readings)).toBe(index === undefined ? undefined : index * 5 * MINUTE)
})
