import { expect, test } from 'vitest'
import { rawNow } from './calibration-now.ts'
import { aSeries } from './series.fixture.ts'

const newest = { time: '2026-11-20T10:00:00.000Z', value: 50 }
const probe = aSeries({ metric: 'soilMoisture', unit: '%', newest, calibration: { dry: 2800, wet: 1200 } })

test('the raw value of a sensor is that of the server, or the source of its newest value', () => {
  expect(rawNow({ ...probe, raw: { time: newest.time, value: 1100 } })).toBe(1100)
  expect(rawNow(probe)).toBe(2000)
  expect(rawNow(aSeries({ newest, calibration: { offset: 0.5 } }))).toBe(49.5)
  expect(rawNow(aSeries({ newest }))).toBe(50)
})

test('the raw value of a sensor is unknown without a value or with another calibration', () => {
  expect(rawNow(aSeries())).toBeUndefined()
  expect(rawNow({ ...probe, calibratedAt: '2026-11-20T10:00:01.000Z' })).toBeUndefined()
  expect(rawNow({ ...probe, newest: { ...newest, value: 100 } })).toBeUndefined()
})
