import { boardMetrics, genericMetric, metricById } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { aRule } from '../../shared/rule/rule.fixture.ts'
import { clearWords, limitWords, ruleWords } from '../../shared/rule/condition-words.ts'
import { hoursWords, mutedWords } from '../../shared/rule/rule-notes.ts'
import { matchingDeviceConditions, matchingPlantConditions } from '../../shared/rule/matching-conditions.ts'
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
])('a rule with a hold of %s seconds reads %s', (holdSeconds, words) => {
  expect(ruleWords(metricById('temperature'), aRule({ holdSeconds }), true)).toBe(words)
})

test('a rule with its own closing limit names it in the unit of the reader', () => {
  const rule = aRule()
  expect(clearWords(metricById('temperature'), rule, true)).toBe('Over at 27,5\u00a0°C')
  expect(clearWords(metricById('temperature'), rule, false)).toBe('Over at 81,5\u00a0°F')
  expect(clearWords(metricById('temperature'), aRule({ clearAt: 28 }), true)).toBeUndefined()
})

test.each([
  [{ kind: 'outside', limit: 5, upperLimit: 30 }, '≤ 5\u00a0°C or ≥ 30\u00a0°C', '≤ 41\u00a0°F or ≥ 86\u00a0°F'],
  [
    { kind: 'outside', limit: 5, upperLimit: 30, holdSeconds: 600 },
    '≤ 5\u00a0°C or ≥ 30\u00a0°C for 10\u00a0min',
    '≤ 41\u00a0°F or ≥ 86\u00a0°F for 10\u00a0min',
  ],
  // A change of temperature has no offset.
  [
    { kind: 'changing', limit: 5, withinMinutes: 90 },
    'changes by 5\u00a0°C within 1\u00a0h 30\u00a0min',
    'changes by 9\u00a0°F within 1\u00a0h 30\u00a0min',
  ],
  [{ kind: 'silent', limit: 900 }, 'silent for 15\u00a0min', 'silent for 15\u00a0min'],
  [{ kind: 'silent', limit: 90 }, 'silent for 1,5\u00a0min', 'silent for 1,5\u00a0min'],
] as const)('a rule %o reads "%s", or "%s"', (more, celsius, fahrenheit) => {
  const words = (isCelsius: boolean) => ruleWords(metricById('temperature'), aRule(more), isCelsius)
  expect([words(true), words(false)]).toEqual([celsius, fahrenheit])
})

test.each([
  [{ kind: 'outside', limit: 18, upperLimit: 24, clearAt: 23.7 }, 'Over between 18,3\u00a0°C and 23,7\u00a0°C'],
  [{ kind: 'outside', limit: 18, upperLimit: 24, clearAt: 24 }, undefined],
  [{ kind: 'changing', limit: 5, clearAt: 4 }, 'Over when it changes by 4\u00a0°C or less'],
  [{ kind: 'changing', limit: 5, clearAt: 5 }, undefined],
  [{ kind: 'silent', limit: 900, clearAt: null }, undefined],
] as const)('a rule %o is "%s"', (more, words) => {
  expect(clearWords(metricById('temperature'), aRule(more), true)).toBe(words)
})

test('the hours of a rule are formatted for the reader, with a foreign time zone', () => {
  const night = { from: '22:00', to: '06:30', timeZone: 'Europe/Copenhagen' }
  expect(hoursWords('always', 'Europe/Copenhagen')).toBeUndefined()
  expect(hoursWords('night', 'Europe/Copenhagen')).toBe('by night')
  expect(hoursWords(night, 'Europe/Copenhagen')).toBe('from 22.00 to 06.30')
  expect(hoursWords(night, 'Asia/Tokyo')).toBe('from 22.00 to 06.30 (Europe/Copenhagen)')
})

test('a rule is muted until its time, and not after it', () => {
  const rule = aRule({ mutedUntil: '2026-06-16T12:00:00.000Z' })
  const at = Date.parse('2026-06-16T12:00:00.000Z')
  expect(mutedWords(rule, at - 1)).toMatch(/^Muted until 16\/06\/2026, /)
  expect([mutedWords(rule, at), mutedWords(aRule(), at)]).toEqual([undefined, undefined])
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
])('the text "%s" in minutes is read as %s seconds', (typed, seconds) => {
  expect(readMinutes(typed, 86_400)).toBe(seconds)
})

test('the seconds of a rule are shown as minutes that can be typed again', () => {
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
])('the text "%s" is read as the threshold %s', (typed, threshold) => {
  expect(readThreshold(typed, temperature)).toBe(threshold)
})

test.each([
  ['12,3456', 12.3456],
  ['1e-7', 1e-7],
  ['−1234567890', -1234567890],
  ['pump', undefined],
])('the text "%s" is read as the threshold %s of an own metric', (typed, threshold) => {
  expect(readThreshold(typed, genericMetric)).toBe(threshold)
})

const tomatoes = { deviceName: 'Tomato house', deviceId: 'd1' }
const frame = { deviceName: 'Cold frame', deviceId: 'd2' }
const hot = { ...tomatoes, label: 'Temperature', metric: temperature, words: '≥ 28\u00a0°C', notes: [] }
const frost = { ...frame, label: 'Air pressure', metric: airPressure, words: '≤ \u22123,5\u00a0hPa', notes: [] }
const dry = { ...frame, label: 'Humidity', metric: humidity, words: '≤ 30\u00a0%', notes: [] }
const bed = { ...tomatoes, label: 'North bench', metric: metricById('soilMoisture'), words: '≤ 30\u00a0%', notes: [] }
const pump = {
  ...tomatoes,
  label: 'Pump',
  metric: genericMetric,
  words: '≥ 12',
  notes: ['Dry run', 'Critical', 'by night'],
}

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
  ['dry run', undefined, undefined, 1],
  ['critical', undefined, undefined, 1],
  ['by night', undefined, undefined, 1],
] as const)(
  'the search for device conditions by "%s", device %s and sensor %s filters them',
  (typed, deviceId, sensor, count) => {
    expect(matchingDeviceConditions([hot, dry, frost, bed, pump], { typed, deviceId, sensor })).toHaveLength(count)
  },
)

test.each([
  ['', 1],
  ['basil', 1],
  ['on', 1],
  ['off', 0],
  ['water notify', 1],
  ['water notify on', 1],
])('the search for plant conditions by "%s" filters them', (typed, count) => {
  expect(matchingPlantConditions([{ plantName: 'Sweet basil', waterNotify: true }], typed)).toHaveLength(count)
})
