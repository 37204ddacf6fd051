import { DAY_MS, boardMetrics } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { crossingText, dueText, manyText } from './alert-text.ts'

const [temperature, , airPressure, airQuality] = boardMetrics

describe('the text of an alert', () => {
  test.each([
    [
      temperature,
      { operator: '>=', threshold: 28 },
      31.24,
      true,
      'Temperature in Tomato house is 31,2\u00a0°C, at or above your limit of 28\u00a0°C.',
    ],
    [
      temperature,
      { operator: '<=', threshold: 0 },
      -2,
      false,
      'Temperature in Tomato house is 28,4\u00a0°F, at or below your limit of 32\u00a0°F.',
    ],
    [
      temperature,
      { operator: '>=', threshold: 28.05 },
      28.05,
      true,
      'Temperature in Tomato house is 28,05\u00a0°C, at or above your limit of 28,05\u00a0°C.',
    ],
    [
      temperature,
      { operator: '<=', threshold: -2.5 },
      -3.52,
      true,
      'Temperature in Tomato house is \u22123,5\u00a0°C, at or below your limit of \u22122,5\u00a0°C.',
    ],
    [
      temperature,
      { operator: '<=', threshold: 1 },
      -0.01,
      true,
      'Temperature in Tomato house is 0,0\u00a0°C, at or below your limit of 1\u00a0°C.',
    ],
    [
      airPressure,
      { operator: '<=', threshold: 990 },
      981.3,
      true,
      'Air pressure in Tomato house is 981,3\u00a0hPa, at or below your limit of 990\u00a0hPa.',
    ],
    [
      airQuality,
      { operator: '>=', threshold: 1000 },
      1200,
      true,
      'Air quality in Tomato house is 1.200\u00a0ppm, at or above your limit of 1.000\u00a0ppm.',
    ],
  ] as const)('%o', (metric, limit, value, celsius, text) => {
    expect(crossingText({ deviceName: 'Tomato house', metric, limit, value, times: 1 }, celsius)).toBe(text)
  })

  test('says how often a limit was crossed in readings that came together', () => {
    const limit = { operator: '>=', threshold: 28 } as const
    expect(crossingText({ deviceName: 'Tomato house', metric: temperature, limit, value: 30, times: 12 }, true)).toBe(
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
