import { expect, test } from 'vitest'
import { conditionWords } from './condition-words.ts'
import { matchingDeviceConditions, matchingPlantConditions } from './matching-conditions.ts'
import { readThreshold } from './threshold.ts'

test.each([
  ['Temperature', '>=28', true, '≥ 28\u00a0°C'],
  ['Temperature', '<=-3.5', true, '≤ \u22123,5\u00a0°C'],
  ['Temperature', '<=0', false, '≤ 32\u00a0°F'],
  ['Humidity', '>=80', false, '≥ 80\u00a0%'],
  ['AirPressure', '<=990.25', true, '≤ 990,25\u00a0hPa'],
] as const)('%s %s reads', (sensorType, condition, celsius, words) => {
  expect(conditionWords({ sensorType, condition }, celsius)).toBe(words)
})

test.each([
  ['25', 25],
  [' -3,5 ', -3.5],
  ['−3.25', -3.25],
  ['25.123', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['warm', undefined],
])('"%s" is the threshold %s', (typed, threshold) => {
  expect(readThreshold(typed)).toBe(threshold)
})

const hot = { deviceName: 'Tomato house', sensorType: 'Temperature', words: '≥ 28\u00a0°C', deviceId: 'd1' } as const
const frost = {
  deviceName: 'Cold frame',
  sensorType: 'AirPressure',
  words: '≤ \u22123,5\u00a0hPa',
  deviceId: 'd2',
} as const
const dry = { deviceName: 'Cold frame', sensorType: 'Humidity', words: '≤ 30\u00a0%', deviceId: 'd2' } as const

test.each([
  ['', undefined, undefined, 3],
  ['tomato', undefined, undefined, 1],
  ['humid', undefined, undefined, 1],
  ['28', undefined, undefined, 1],
  ['', 'd2', undefined, 2],
  ['', undefined, 'Temperature', 1],
  ['tomato', 'd2', undefined, 0],
  ['air pressure', undefined, undefined, 1],
  ['AirPressure', undefined, undefined, 1],
  ['>=28', undefined, undefined, 1],
  ['≥ 28 °C', undefined, undefined, 1],
  ['<= -3,5', undefined, undefined, 1],
  ['-3,5 hPa', undefined, undefined, 1],
] as const)('device conditions for "%s", device %s, sensor %s', (typed, deviceId, sensorType, count) => {
  expect(matchingDeviceConditions([hot, dry, frost], { typed, deviceId, sensorType })).toHaveLength(count)
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
