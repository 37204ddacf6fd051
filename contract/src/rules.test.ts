import { describe, expect, test } from 'vitest'
import { boardMetrics, genericMetric, metricById } from './metrics.ts'
import { breaks, defaultClearAt, limitFault, sensorTypeOf, toShownLimit, toStoredLimit } from './rules.ts'

const [temperature, humidity, airPressure, airQuality] = boardMetrics

describe('a rule', () => {
  test('is broken at its very limit', () => {
    expect(breaks({ kind: 'above', limit: 25 }, 25)).toBe(true)
    expect(breaks({ kind: 'above', limit: 25 }, 24.99)).toBe(false)
    expect(breaks({ kind: 'below', limit: -3.5 }, -3.5)).toBe(true)
    expect(breaks({ kind: 'below', limit: -3.5 }, -3.49)).toBe(false)
  })

  test.each([
    ['by the margin of its metric', temperature, { kind: 'above', limit: 28 }, undefined, 27.5],
    ['at its limit where no limit could be beyond', humidity, { kind: 'above', limit: 2 }, undefined, 2],
    [
      'within the limits of its metric, not the range of readings',
      airQuality,
      { kind: 'below', limit: 1995 },
      undefined,
      1995,
    ],
    ['where it did, while its limit stays', genericMetric, { kind: 'above', limit: 0.3 }, 0.1, 0.1],
    ['by its own margin when its limit changes', temperature, { kind: 'above', limit: 30 }, 26, 28],
    ['at its limit when it had no margin', temperature, { kind: 'below', limit: 5 }, 'limit', 5],
  ] as const)('clears %s', (_, metric, rule, own, clearAt) => {
    const limit = metric === genericMetric ? 0.3 : 28
    const before =
      own === undefined ? undefined : { kind: 'above' as const, limit, clearAt: own === 'limit' ? limit : own }
    expect(defaultClearAt(metric, rule, before)).toBe(clearAt)
  })

  test.each([
    [temperature, -40.01, true, 'Value must be ≥ -40 °C'],
    [temperature, -40, true, undefined],
    [temperature, 130, true, undefined],
    [temperature, 130.01, true, 'Value must be ≤ 130 °C'],
    [temperature, -40.1, false, 'Value must be ≥ -40 °F'],
    [temperature, 266.1, false, 'Value must be ≤ 266 °F'],
    [humidity, -1, true, 'Value must be ≥ 0 %'],
    [humidity, 101, true, 'Value must be ≤ 100 %'],
    [airPressure, 0, true, 'Value must be ≥ 0.01 hPa'],
    [airPressure, 0.01, true, undefined],
    [airQuality, 2001, true, 'Value must be ≤ 2000 ppm'],
    [metricById('ph'), 7.25, true, undefined],
    [metricById('ph'), 7.255, true, 'Value must have at most 2 decimals'],
    [metricById('ph'), 14.01, true, 'Value must be ≤ 14 pH'],
    [genericMetric, -1e-9, true, undefined],
    [genericMetric, 1e300, true, undefined],
    [genericMetric, Infinity, true, 'Value must be a number'],
    [airQuality, Number.NaN, true, 'Value must be a number'],
  ] as const)('of %o with %d', (metric, shown, celsius, fault) => {
    expect(limitFault(metric, shown, celsius)).toBe(fault)
  })

  test.each([
    ['temperature', '', 'Temperature'],
    ['airPressure', '', 'AirPressure'],
    ['temperature', 'north', undefined],
    ['soilMoisture', '', undefined],
    ['of a later version', '', undefined],
  ])('on %s %j has the sensor type %s', (metric, channel, sensorType) => {
    expect(sensorTypeOf({ metric, channel })).toBe(sensorType)
  })
})

describe('a limit in Fahrenheit', () => {
  test.each([
    [32, 0],
    [77, 25],
    [-40, -40],
    [31.9, -0.06],
  ])('%d °F is stored as %d °C', (shown, stored) => {
    expect(toStoredLimit(temperature, shown, false)).toBe(stored)
  })

  test('comes back as it was typed, over the whole range in tenths of a degree', () => {
    for (let tenths = -400; tenths <= 2660; tenths++) {
      const typed = tenths / 10
      const stored = toStoredLimit(temperature, typed, false)
      expect(stored).toBe(Number(stored.toFixed(2)))
      expect(toShownLimit(temperature, stored, false)).toBe(typed)
    }
  })
})
