import { boardMetrics, DAY_MS, metricById } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { crossingText, dueText, manyText } from './alert-text.ts'

const [temperature, , airPressure, airQuality] = boardMetrics

describe('the text of an alert', () => {
  test.each([
    [
      temperature,
      { kind: 'above', limit: 28 },
      31.24,
      true,
      'Temperature in Tomato house is 31,2\u00a0°C, at or above your limit of 28\u00a0°C.',
    ],
    [
      temperature,
      { kind: 'below', limit: 0 },
      -2,
      false,
      'Temperature in Tomato house is 28,4\u00a0°F, at or below your limit of 32\u00a0°F.',
    ],
    [
      temperature,
      { kind: 'above', limit: 28.05 },
      28.05,
      true,
      'Temperature in Tomato house is 28,05\u00a0°C, at or above your limit of 28,05\u00a0°C.',
    ],
    [
      temperature,
      { kind: 'below', limit: -2.5 },
      -3.52,
      true,
      'Temperature in Tomato house is \u22123,5\u00a0°C, at or below your limit of \u22122,5\u00a0°C.',
    ],
    [
      temperature,
      { kind: 'below', limit: 1 },
      -0.01,
      true,
      'Temperature in Tomato house is 0,0\u00a0°C, at or below your limit of 1\u00a0°C.',
    ],
    [
      airPressure,
      { kind: 'below', limit: 990 },
      981.3,
      true,
      'Air pressure in Tomato house is 981,3\u00a0hPa, at or below your limit of 990\u00a0hPa.',
    ],
    [
      airQuality,
      { kind: 'above', limit: 1000 },
      1200,
      true,
      'Air quality in Tomato house is 1.200\u00a0ppm, at or above your limit of 1.000\u00a0ppm.',
    ],
  ] as const)('%o', (metric, rule, value, celsius, text) => {
    const crossing = { deviceName: 'Tomato house', label: metric.label, metric, rule, value, times: 1 }
    expect(crossingText(crossing, celsius)).toBe(text)
  })

  test.each([
    ['soilMoisture', {}, { kind: 'below', limit: 30 }, 29, '29\u00a0%, at or below your limit of 30\u00a0%.'],
    ['ph', {}, { kind: 'above', limit: 6.8 }, 7.2, '7,20\u00a0pH, at or above your limit of 6,8\u00a0pH.'],
    ['soilTemperature', {}, { kind: 'below', limit: 5 }, 4, '39,2\u00a0°F, at or below your limit of 41\u00a0°F.'],
    ['other', {}, { kind: 'above', limit: 12 }, 12.345678, '12,345678, at or above your limit of 12.'],
    [
      'other',
      { unit: 'kWh' },
      { kind: 'below', limit: 0.001 },
      0.0005,
      '0,0005\u00a0kWh, at or below your limit of 0,001\u00a0kWh.',
    ],
  ] as const)('of a series of %s has its label, unit and decimals', (id, own, rule, value, text) => {
    const metric = { ...metricById(id), ...own }
    const crossing = { deviceName: 'Cellar', label: 'North bench', metric, rule, value, times: 1 }
    expect(crossingText(crossing, false)).toBe(`North bench in Cellar is ${text}`)
  })

  test('says how often a limit was crossed in readings that came together', () => {
    const rule = { kind: 'above', limit: 28 } as const
    const crossing = {
      deviceName: 'Tomato house',
      label: 'Temperature',
      metric: temperature,
      rule,
      value: 30,
      times: 12,
    }
    expect(crossingText(crossing, true)).toBe(
      'Temperature in Tomato house is 30,0\u00a0°C, at or above your limit of 28\u00a0°C. It came to that 12 times in readings that arrived together.',
    )
  })

  test.each([
    [1, 'One more alert came within the same minute, too many to list one by one. Look at your alert conditions.'],
    [40, '40 more alerts came within the same minute, too many to list one by one. Look at your alert conditions.'],
  ])('that stands for %i others', (count, text) => {
    expect(manyText(count)).toBe(text)
  })

  test.each([
    [null, 'Basil needs water. It has not been watered yet.'],
    [0, 'Basil needs water. It was last watered today.'],
    [1, 'Basil needs water. It was last watered a day ago.'],
    [7, 'Basil needs water. It was last watered 7 days ago.'],
  ])('of a plant last watered %j days ago', (days, text) => {
    const now = Date.UTC(2026, 10, 20)
    expect(dueText('Basil', days === null ? null : now - days * DAY_MS, now)).toBe(text)
  })
})
