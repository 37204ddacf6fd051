import { metricById } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { extremesOf } from './extremes.ts'

const [temperature, humidity] = [metricById('temperature'), metricById('humidity')]

test('takes the extremes of each bucket into account', () => {
  expect(extremesOf({ mean: [10, 20], min: [-3, 19], max: [12, 21] }, temperature)).toEqual({ min: -3, max: 21 })
  expect(extremesOf({ mean: [10, 20] }, temperature)).toEqual({ min: 10, max: 20 })
})

test('does not take a missing value for one', () => {
  expect(extremesOf({ mean: [0, 40] }, humidity)).toEqual({ min: 40, max: 40 })
  expect(extremesOf({ mean: [0] }, humidity)).toBeUndefined()
  expect(extremesOf({ mean: [] }, temperature)).toBeUndefined()
})
