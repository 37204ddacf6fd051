import { expect, test } from 'vitest'
import { dewPoint, saturationVapourPressure, vapourPressureDeficit } from './climate.ts'

// The table of FAO Irrigation and Drainage Paper 56, annex 2, table 2.3.
test.each([
  [1, 0.657],
  [10, 1.228],
  [20, 2.338],
  [25, 3.168],
  [35, 5.624],
  [48, 11.163],
])('the saturation vapour pressure at %d °C is %d kPa', (celsius, kpa) => {
  expect(saturationVapourPressure(celsius)).toBeCloseTo(kpa, 2)
})

test.each([
  [25, 60, 1.267],
  [18, 95, 0.103],
  [30, 100, 0],
])('the vapour pressure deficit at %d °C and %d %% is %d kPa', (celsius, humidity, kpa) => {
  expect(vapourPressureDeficit(celsius, humidity)).toBeCloseTo(kpa, 3)
})

test.each([
  [25, 60, 16.7],
  [-2, 80, -4.98],
  [12.5, 100, 12.5],
])('the dew point at %d °C and %d %% is %d °C', (celsius, humidity, dew) => {
  expect(dewPoint(celsius, humidity)).toBeCloseTo(dew, 2)
})
