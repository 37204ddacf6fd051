import { describe, expect, test } from 'vitest'
import {
  deviceConditionInput,
  meets,
  parseCondition,
  thresholdFault,
  toShownThreshold,
  toStoredThreshold,
  writeCondition,
} from './conditions.ts'
import { boardMetrics } from './metrics.ts'

const [temperature, humidity, airPressure, airQuality] = boardMetrics

describe('a condition', () => {
  test.each([
    ['>=25', { operator: '>=', threshold: 25 }, '>=25'],
    ['<=-3.5', { operator: '<=', threshold: -3.5 }, '<=-3.5'],
    ['>= 25.50', { operator: '>=', threshold: 25.5 }, '>=25.5'],
    ['<=0', { operator: '<=', threshold: 0 }, '<=0'],
  ] as const)('%s is read', (text, limit, written) => {
    const read = parseCondition(text)
    expect(read).toEqual(limit)
    expect(read && writeCondition(read)).toBe(written)
  })

  test.each(['25', '>25', '=25', '>=', '>=25.555', '>=1e3', '>=NaN', '<=--3', '>=25 ', `>=${'9'.repeat(8)}`, ''])(
    '"%s" is none',
    (text) => {
      expect(parseCondition(text)).toBeUndefined()
    },
  )

  test('is met at its very limit', () => {
    expect(meets({ operator: '>=', threshold: 25 }, 25)).toBe(true)
    expect(meets({ operator: '>=', threshold: 25 }, 24.99)).toBe(false)
    expect(meets({ operator: '<=', threshold: -3.5 }, -3.5)).toBe(true)
    expect(meets({ operator: '<=', threshold: -3.5 }, -3.49)).toBe(false)
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
    [airQuality, Number.NaN, true, 'Value must be a number'],
  ] as const)('of %o with %d', (metric, shown, celsius, fault) => {
    expect(thresholdFault(metric, shown, celsius)).toBe(fault)
  })

  test('names the field and the bound when it is out of range', () => {
    const device = '0190a1b2-0000-4000-8000-000000000001'
    const issuesOf = (input: object) =>
      deviceConditionInput.safeParse(input).error?.issues.map(({ path, message }) => [path[0], message])
    expect(issuesOf({ userDeviceId: device, sensorType: 'Humidity', condition: '>=101' })).toEqual([
      ['condition', 'Value must be ≤ 100 %'],
    ])
    expect(issuesOf({ userDeviceId: '', sensorType: 'Humidity', condition: '>=10' })).toEqual([
      ['userDeviceId', 'Please select a device.'],
    ])
    expect(issuesOf({ userDeviceId: device, sensorType: 'Magic', condition: '>=10' })).toEqual([
      ['sensorType', 'Please select a sensor.'],
    ])
  })
})

describe('a threshold in Fahrenheit', () => {
  test.each([
    [32, 0],
    [77, 25],
    [-40, -40],
    [31.9, -0.06],
  ])('%d °F is stored as %d °C', (shown, stored) => {
    expect(toStoredThreshold(temperature, shown, false)).toBe(stored)
  })

  test('comes back as it was typed, over the whole range in tenths of a degree', () => {
    for (let tenths = -400; tenths <= 2660; tenths++) {
      const typed = tenths / 10
      const stored = toStoredThreshold(temperature, typed, false)
      expect(stored).toBe(Number(stored.toFixed(2)))
      expect(toShownThreshold(temperature, stored, false)).toBe(typed)
    }
  })
})
