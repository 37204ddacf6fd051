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

// Leaves are colder than the air in the sun of a ventilated house, and warmer under lamps.
test.each([
  [25, 60, 0, 1.267],
  [25, 60, -2, 0.909],
  [24.9, 55, -2, 1.061],
  [18, 95, 0, 0.103],
])('the deficit at %d °C and %d %% of a leaf that differs by %d °C is %d kPa', (celsius, humidity, offset, kpa) => {
  expect(vapourPressureDeficit(celsius, humidity, celsius + offset)).toBeCloseTo(kpa, 3)
})

test('the deficit of a leaf below the dew point is negative', () => {
  const dew = dewPoint(20, 80)
  expect(vapourPressureDeficit(20, 80, dew)).toBeCloseTo(0, 10)
  expect(vapourPressureDeficit(20, 80, dew - 1)).toBeLessThan(-0.1)
})

// Example 5 of FAO Irrigation and Drainage Paper 56: 25 °C at 54 %, 18 °C at 82 %, a vapour pressure of 1.70 kPa.
test('the deficits of a day agree with the published vapour pressure', () => {
  const saturated = (saturationVapourPressure(25) + saturationVapourPressure(18)) / 2
  const deficit = (vapourPressureDeficit(25, 54) + vapourPressureDeficit(18, 82)) / 2
  expect(saturated - deficit).toBeCloseTo(1.7, 2)
})

test.each([
  [25, 60, 16.7],
  [-2, 80, -4.98],
  [12.5, 100, 12.5],
])('the dew point at %d °C and %d %% is %d °C', (celsius, humidity, dew) => {
  expect(dewPoint(celsius, humidity)).toBeCloseTo(dew, 2)
})
