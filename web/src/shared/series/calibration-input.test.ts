import { metricById } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { parseCalibration, typedCalibration } from './calibration-input.ts'

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
