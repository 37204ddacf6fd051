import { boardMetrics, genericMetric, metricById } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { clearWords, limitWords, ruleWords } from './condition-words.ts'
import { matchingDeviceConditions, matchingPlantConditions } from './matching-conditions.ts'
import { readMinutes, readThreshold, typedMinutes } from './threshold.ts'

test.each([
  ['temperature', 'above', 28, true, '≥ 28\u00a0°C'],
  ['temperature', 'below', -3.5, true, '≤ \u22123,5\u00a0°C'],
  ['temperature', 'below', 0, false, '≤ 32\u00a0°F'],
  ['humidity', 'above', 80, false, '≥ 80\u00a0%'],
  ['airPressure', 'below', 990.25, true, '≤ 990,25\u00a0hPa'],
  ['soilTemperature', 'below', 5, false, '≤ 41\u00a0°F'],
  ['other', 'above', 0.0000001, true, '≥ 0,0000001'],
] as const)('a limit on %s %s %s reads', (metric, kind, limit, celsius, words) => {
  expect(limitWords(metricById(metric), { kind, limit }, celsius)).toBe(words)
})

test.each([
  [0, '≥ 28\u00a0°C'],
  [600, '≥ 28\u00a0°C for 10\u00a0min'],
  [90, '≥ 28\u00a0°C for 1,5\u00a0min'],
])('a rule that holds %s seconds reads %s', (holdSeconds, words) => {
  expect(ruleWords(metricById('temperature'), { kind: 'above', limit: 28, holdSeconds }, true)).toBe(words)
})

test('an alert that is over beyond its limit says where, in the unit of the reader', () => {
  const rule = { limit: 28, clearAt: 27.5 }
  expect(clearWords(metricById('temperature'), rule, true)).toBe('Over at 27,5\u00a0°C')
  expect(clearWords(metricById('temperature'), rule, false)).toBe('Over at 81,5\u00a0°F')
  expect(clearWords(metricById('temperature'), { limit: 28, clearAt: 28 }, true)).toBeUndefined()
})

test.each([
  ['0', 0],
  [' 10 ', 600],
  ['1,5', 90],
  ['1440', 86_400],
  ['1441', undefined],
  ['-1', undefined],
  ['', undefined],
  ['ten', undefined],
])('"%s" minutes are %s seconds', (typed, seconds) => {
  expect(readMinutes(typed, 86_400)).toBe(seconds)
})

test('minutes are shown as they can be typed again', () => {
  const all = Array.from({ length: 86_401 }, (_, seconds) => seconds)
  expect(all.filter((seconds) => readMinutes(typedMinutes(seconds), 86_400) !== seconds)).toEqual([])
})

const [temperature, humidity, airPressure] = boardMetrics

test.each([
  ['25', 25],
  [' -3,5 ', -3.5],
  ['−3.25', -3.25],
  ['25.123', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['warm', undefined],
])('"%s" is the threshold %s', (typed, threshold) => {
  expect(readThreshold(typed, temperature)).toBe(threshold)
})

test.each([
  ['12,3456', 12.3456],
  ['1e-7', 1e-7],
  ['−1234567890', -1234567890],
  ['pump', undefined],
])('"%s" is the threshold %s of a metric of the owner', (typed, threshold) => {
  expect(readThreshold(typed, genericMetric)).toBe(threshold)
})

const tomatoes = { deviceName: 'Tomato house', deviceId: 'd1' }
const frame = { deviceName: 'Cold frame', deviceId: 'd2' }
const hot = { ...tomatoes, label: 'Temperature', metric: temperature, words: '≥ 28\u00a0°C' }
const frost = { ...frame, label: 'Air pressure', metric: airPressure, words: '≤ \u22123,5\u00a0hPa' }
const dry = { ...frame, label: 'Humidity', metric: humidity, words: '≤ 30\u00a0%' }
const bed = { ...tomatoes, label: 'North bench', metric: metricById('soilMoisture'), words: '≤ 30\u00a0%' }
const pump = { ...tomatoes, label: 'Pump', metric: genericMetric, words: '≥ 12' }

test.each([
  ['', undefined, undefined, 5],
  ['tomato', undefined, undefined, 3],
  ['humid', undefined, undefined, 1],
  ['28', undefined, undefined, 1],
  ['', 'd2', undefined, 2],
  ['', undefined, 'Temperature', 1],
  ['', undefined, 'Soil moisture', 1],
  ['', undefined, 'Pump', 1],
  ['tomato', 'd2', undefined, 0],
  ['air pressure', undefined, undefined, 1],
  ['AirPressure', undefined, undefined, 1],
  ['north bench', undefined, undefined, 1],
  ['soil moisture', undefined, undefined, 1],
  ['>=28', undefined, undefined, 1],
  ['≥ 28 °C', undefined, undefined, 1],
  ['<= -3,5', undefined, undefined, 1],
  ['-3,5 hPa', undefined, undefined, 1],
] as const)('device conditions for "%s", device %s, sensor %s', (typed, deviceId, sensor, count) => {
  expect(matchingDeviceConditions([hot, dry, frost, bed, pump], { typed, deviceId, sensor })).toHaveLength(count)
})

test.each([
  ['', 1],
  ['basil', 1],
  ['on', 1],
  ['off', 0],
  ['water notify', 1],
  ['water notify on', 1],
])('plant conditions for "%s"', (typed, count) => {
  expect(matchingPlantConditions([{ plantName: 'Sweet basil', waterNotify: true }], typed)).toHaveLength(count)
})
