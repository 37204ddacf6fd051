import { metrics } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { baseUnit, inUnit } from './units.ts'

test.each([
  [68, '°F', '°C', 20],
  [39.6, 'F', '°C', 4.2222],
  [300, 'K', '°C', 26.85],
  [21.7, 'Cel', '°C', 21.7],
  [101_325, 'Pa', 'hPa', 1013.25],
  [101.3, 'kPa', 'hPa', 1013],
  [28.993, 'inHg', 'hPa', 981.8156],
  [760, 'mmHg', 'hPa', 1013.25],
  [14.7, 'psi', 'hPa', 1013.5293],
  [10, 'mph', 'm/s', 4.4704],
  [36, 'km/h', 'm/s', 10],
  [10, 'knots', 'm/s', 5.1444],
  [0.5, 'in/h', 'mm/h', 12.7],
  [2, 'in', 'mm', 50.8],
  [12.5, 'klx', 'lx', 12_500],
  [1200, 'ppb', 'ppm', 1.2],
  [0.35, 'mg/m³', 'µg/m³', 350],
  [1.2, 'mS/cm', 'µS/cm', 1200],
  [350, 'μS/cm', 'µS/cm', 350],
  [400, 'µmol/s/m²', 'µmol/m²/s', 400],
  [48_500, 'Ω', 'kΩ', 48.5],
  [3015, 'mV', 'V', 3.015],
  [500, 'g', 'kg', 0.5],
  [2, 'lb', 'kg', 0.9072],
  [41, '%RH', '%', 41],
  [0.231, 'm³⋅m⁻³', '%', 23.1],
  [120, 'µS⋅cm⁻¹', 'µS/cm', 120],
  [3.9, 'µg⋅m⁻³', 'µg/m³', 3.9],
  [410, 'µmol⋅m⁻²⋅s⁻¹', 'µmol/m²/s', 410],
  [250, 'W⋅m⁻²', 'W/m²', 250],
  [1.5, 'm⋅s⁻¹', 'm/s', 1.5],
])('converts %d %s in %s to %d', (value, from, to, expected) => {
  expect(inUnit(value, from, to)).toBeCloseTo(expected, 3)
})

test('converts no value to a unit of another quantity, nor from an unknown one', () => {
  expect(inUnit(1, 'hPa', '°C')).toBeUndefined()
  expect(inUnit(1, 'ppb', 'µg/m³')).toBeUndefined()
  expect(inUnit(1, 'furlong', 'mm')).toBeUndefined()
  expect(inUnit(1, 'constructor', 'mm')).toBeUndefined()
})

test('knows every unit of the catalogue as itself', () => {
  const units = metrics.filter(({ isDerived }) => isDerived !== true).map(({ unit }) => unit)
  expect(units.filter((unit) => unit !== '' && baseUnit(unit) !== unit)).toEqual([])
})
