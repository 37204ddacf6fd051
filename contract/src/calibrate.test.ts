import { expect, test } from 'vitest'
import { calibrate, uncalibrate } from './calibrate.ts'
import { metricById } from './metrics.ts'

const [temperature, humidity, soil] = ['temperature', 'humidity', 'soilMoisture'].map(metricById) as [
  ReturnType<typeof metricById>,
  ReturnType<typeof metricById>,
  ReturnType<typeof metricById>,
]

test('an offset is added without rounding noise', () => {
  expect(calibrate(temperature, 21.3, { offset: 0.2 })).toBe(21.5)
  expect(calibrate(temperature, 0.3, { offset: -0.1 })).toBe(0.2)
  expect(calibrate(temperature, 21.3, null)).toBe(21.3)
})

test('an offset does not move a valid value out of the range, nor an invalid one that stays outside into it', () => {
  expect(calibrate(humidity, 99.5, { offset: 2 })).toBe(100)
  expect(calibrate(humidity, 101, { offset: 2 })).toBe(103)
  expect(calibrate(humidity, 101, { offset: -2 })).toBe(99)
})

test('a value that means "no sensor" is not calibrated', () => {
  expect(calibrate(humidity, 0, { offset: 2 })).toBe(0)
})

test.each([
  [2800, 0],
  [1200, 100],
  [2000, 50],
  [2900, 0],
  [1100, 100],
])('a soil sensor with 2,800 in dry and 1,200 in wet soil that sends %d measures %d %%', (sent, percent) => {
  expect(calibrate(soil, sent, { dry: 2800, wet: 1200 })).toBe(percent)
})

test('the raw value follows from the calibrated one, except at an end of the range', () => {
  expect(uncalibrate(temperature, 21.5, { offset: 0.2 })).toBe(21.3)
  expect(uncalibrate(temperature, 21.5, null)).toBe(21.5)
  expect(uncalibrate(soil, 50, { dry: 2800, wet: 1200 })).toBe(2000)
  expect(uncalibrate(soil, 0, { dry: 2800, wet: 1200 })).toBeUndefined()
  expect(uncalibrate(humidity, 100, { offset: 2 })).toBeUndefined()
})
