import { boardMetrics } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { extremesOf } from './extremes.ts'

const [temperature, humidity] = boardMetrics
const nothing = { temperature: null, humidity: null, airPressure: null, airQuality: null }
const time = '2026-11-20T09:00:00.000Z'

test('takes the extremes of each bucket into account', () => {
  const records = [
    { ...nothing, time, temperature: 10, min: { ...nothing, temperature: -3 }, max: { ...nothing, temperature: 12 } },
    { ...nothing, time, temperature: 20 },
  ]
  expect(extremesOf(records, temperature)).toEqual({ min: -3, max: 20 })
})

test('does not take a missing value for one', () => {
  expect(extremesOf([{ ...nothing, time, humidity: 0 }], humidity)).toBeUndefined()
  expect(extremesOf([], temperature)).toBeUndefined()
})
