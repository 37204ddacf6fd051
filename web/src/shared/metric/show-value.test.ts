import { metricById } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { showValue } from './show-value.ts'

test.each([
  ['temperature', 21.44, true, '21,4', '°C'],
  ['temperature', 21.44, false, '70,6', '°F'],
  ['temperature', -40, false, '\u221240,0', '°F'],
  ['temperature', 0, true, '0,0', '°C'],
  ['temperature', 0, false, '32,0', '°F'],
  ['temperature', null, true, 'N/A', ''],
  ['humidity', 63, false, '63,0', '%'],
  ['humidity', 0, true, 'N/A', ''],
  ['airPressure', 1013.25, true, '1.013,3', 'hPa'],
  ['airQuality', 411.6, true, '412', 'ppm'],
  ['airQuality', undefined, true, 'N/A', ''],
] as const)('the metric %s with %s, in Celsius: %s, is shown as %s %s', (id, value, celsius, text, unit) => {
  expect(showValue(metricById(id), value, celsius)).toEqual({ text, unit })
})

test('a number of an unknown metric keeps its decimals, at most six', () => {
  const other = metricById('other')
  expect([3600, 412.5, 0.12345678].map((value) => showValue(other, value, true).text)).toEqual([
    '3.600',
    '412,5',
    '0,123457',
  ])
})
