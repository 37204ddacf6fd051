import { describe, expect, test } from 'vitest'
import { boardMetrics, genericMetric, metricById } from './metrics.ts'
import {
  breaks,
  changeFault,
  clears,
  defaultClearAt,
  limitFault,
  limitsFault,
  sensorTypeOf,
  toShownLimit,
  toStoredLimit,
} from './rule-limits.ts'

const [temperature, humidity, airPressure, airQuality] = boardMetrics

describe('a rule', () => {
  test('a rule is broken at its exact limit', () => {
    expect(breaks({ kind: 'above', limit: 25 }, 25)).toBe(true)
    expect(breaks({ kind: 'above', limit: 25 }, 24.99)).toBe(false)
    expect(breaks({ kind: 'below', limit: -3.5 }, -3.5)).toBe(true)
    expect(breaks({ kind: 'below', limit: -3.5 }, -3.49)).toBe(false)
  })

  test('an outside rule is broken at either limit, and a change at its own', () => {
    const outside = { kind: 'outside', limit: 18, upperLimit: 24 } as const
    expect([17, 18, 18.1, 23.9, 24, 25].map((value) => breaks(outside, value))).toEqual([
      true,
      true,
      false,
      false,
      true,
      true,
    ])
    expect([4.9, 5].map((change) => breaks({ kind: 'changing', limit: 5 }, change))).toEqual([false, true])
  })

  test('an outside rule clears between its limits, with the same margin to both', () => {
    const outside = { kind: 'outside', limit: 18, upperLimit: 24, clearAt: 23.7 } as const
    expect([18.2, 18.29, 18.3, 20, 23.7, 23.71].map((value) => clears(outside, value))).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
    ])
    const exact = { kind: 'outside', limit: -0.3, upperLimit: 0.3, clearAt: 0.3 } as const
    expect([-0.3, -0.29, 0, 0.29, 0.3].map((value) => clears(exact, value))).toEqual([false, true, true, true, false])
    expect([4.5, 4.6].map((change) => clears({ kind: 'changing', limit: 5, clearAt: 4.5 }, change))).toEqual([
      true,
      false,
    ])
  })

  test.each([
    ['by the margin of its metric below the upper limit', { kind: 'outside', limit: 18, upperLimit: 24 }, 23.5],
    ['by a quarter of what is between its limits', { kind: 'outside', limit: 20, upperLimit: 20.8 }, 20.6],
    ['by the margin of its metric below a change', { kind: 'changing', limit: 5 }, 4.5],
    ['at a change that is less than the margin', { kind: 'changing', limit: 0.5 }, 0.5],
  ] as const)('a rule clears %s', (_, rule, clearAt) => {
    expect(defaultClearAt(temperature, rule)).toBe(clearAt)
  })

  test('an outside rule keeps its margin when a limit changes, and its clear level otherwise', () => {
    const before = { kind: 'outside', limit: 18, upperLimit: 24, clearAt: 23 } as const
    expect(defaultClearAt(temperature, { kind: 'outside', limit: 18, upperLimit: 26 }, before)).toBe(25)
    expect(defaultClearAt(temperature, { kind: 'outside', limit: 16, upperLimit: 24 }, before)).toBe(23)
    expect(defaultClearAt(temperature, before, before)).toBe(23)
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
  ] as const)('a rule clears %s', (_, metric, rule, own, clearAt) => {
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
  ] as const)('checks a limit of %o with %d', (metric, shown, celsius, fault) => {
    expect(limitFault(metric, shown, celsius)).toBe(fault)
  })

  test.each([
    [temperature, 0, true, 'Value must be ≥ 0.01 °C'],
    [temperature, 170, true, undefined],
    [temperature, 170.01, true, 'Value must be ≤ 170 °C'],
    [temperature, 306, false, undefined],
    [temperature, 306.1, false, 'Value must be ≤ 306 °F'],
    [airPressure, -1, true, 'Value must be ≥ 0.01 hPa'],
    [humidity, 0.125, true, 'Value must have at most 2 decimals'],
    [genericMetric, 0, true, 'Value must be above 0'],
    [genericMetric, 1e-9, true, undefined],
    [humidity, Number.NaN, true, 'Value must be a number'],
  ] as const)('checks the limit for a change of %o by %d', (metric, shown, celsius, fault) => {
    expect(changeFault(metric, shown, celsius)).toBe(fault)
  })

  test.each([
    [{ kind: 'above', limit: 200 }, 'limit', 'Value must be ≤ 130 °C'],
    [{ kind: 'outside', limit: 18 }, 'upperLimit', 'Value must be a number'],
    [{ kind: 'outside', limit: 18, upperLimit: 131 }, 'upperLimit', 'Value must be ≤ 130 °C'],
    [
      { kind: 'outside', limit: 18, upperLimit: 18 },
      'upperLimit',
      'The upper limit must be above the lower one of 18 °C',
    ],
    [{ kind: 'above', limit: 28, clearAt: 28.5 }, 'clearAt', 'Value must be ≤ the limit of 28'],
    [{ kind: 'below', limit: 5, clearAt: 4 }, 'clearAt', 'Value must be ≥ the limit of 5'],
    [{ kind: 'outside', limit: 18, upperLimit: 24, clearAt: 25 }, 'clearAt', 'Value must be ≤ the upper limit of 24'],
    [
      { kind: 'outside', limit: 18, upperLimit: 24, clearAt: 20 },
      'clearAt',
      'No value between the limits would end the alert. Enter a value nearer to the upper limit',
    ],
    [{ kind: 'changing', limit: 0 }, 'limit', 'Value must be ≥ 0.01 °C'],
    [{ kind: 'changing', limit: 5, clearAt: -1 }, 'clearAt', 'Value must be ≥ 0'],
  ] as const)('names the fault of the limits of %o', (rule, field, text) => {
    expect(limitsFault(temperature, rule)).toEqual({ field, text })
  })

  test('finds no fault in valid limits', () => {
    expect(limitsFault(temperature, { kind: 'outside', limit: 18, upperLimit: 24, clearAt: 21 })).toBeUndefined()
    expect(limitsFault(temperature, { kind: 'changing', limit: 50, clearAt: 0 })).toBeUndefined()
    expect(limitsFault(temperature, { kind: 'outside', limit: 64, upperLimit: 266 }, false)).toBeUndefined()
  })

  test.each([
    ['temperature', '', 'Temperature'],
    ['airPressure', '', 'AirPressure'],
    ['temperature', 'north', undefined],
    ['soilMoisture', '', undefined],
    ['of a later version', '', undefined],
  ])('a rule on %s %j has the sensor type %s', (metric, channel, sensorType) => {
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

  test('a limit of a change is converted without the offset of the scales', () => {
    expect(toStoredLimit(temperature, 9, false, 'changing')).toBe(5)
    expect(toShownLimit(temperature, 5, false, 'changing')).toBe(9)
    expect(toShownLimit(temperature, 5, true, 'changing')).toBe(5)
  })

  test('a limit in Fahrenheit is shown as typed, over the whole range in tenths of a degree', () => {
    for (let tenths = -400; tenths <= 2660; tenths++) {
      const typed = tenths / 10
      const stored = toStoredLimit(temperature, typed, false)
      expect(stored).toBe(Number(stored.toFixed(2)))
      expect(toShownLimit(temperature, stored, false)).toBe(typed)
    }
  })
})
