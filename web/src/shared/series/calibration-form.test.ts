import { metricById } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { parseCalibration, typedCalibration, rawNow } from './calibration-form.tsx'
import { aSeries } from './series.fixture.ts'

const [temperature, soil] = [metricById('temperature'), metricById('soilMoisture')]
const typed = { kind: 'offset', offset: '', dry: '', wet: '' } as const

test('an offset is typed in the shown unit', () => {
  expect(parseCalibration(temperature, { ...typed, offset: '−0,4' }, true)).toEqual({ input: { offset: -0.4 } })
  expect(parseCalibration(temperature, { ...typed, offset: '1.8' }, false)).toEqual({ input: { offset: 1 } })
  expect(typedCalibration(temperature, { offset: 1 }, false)).toMatchObject({ kind: 'offset', offset: '1,8' })
})

test('two points are raw values, and differ', () => {
  const points = { ...typed, kind: 'points' } as const
  expect(parseCalibration(soil, { ...points, dry: '2780', wet: '1390,5' }, true)).toEqual({
    input: { dry: 2780, wet: 1390.5 },
  })
  expect(parseCalibration(soil, { ...points, dry: '5', wet: '5' }, true)).toEqual({
    errors: { wet: 'Dry and wet cannot be the same' },
  })
  expect(parseCalibration(soil, { ...points, dry: 'x', wet: '' }, true)).toEqual({
    errors: { dry: 'Enter a number', wet: 'Enter a number' },
  })
})

test('a sensor without a calibration starts with the kind of its metric', () => {
  expect(typedCalibration(soil, null, true).kind).toBe('points')
  expect(typedCalibration(temperature, null, true).kind).toBe('offset')
})

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
