import { DAY_MS, HOUR_MS, metricById } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { sensorChoices } from '../../../shared/rule/sensor-choices.ts'
import { aSeries } from '../../../shared/series/series.fixture.ts'
import { firstLevels, snapped } from '../first-limits.ts'
import { changesWithin, percentile, silencesOf, trySilence } from './firings.ts'
import { limitsAround } from './other-limits.ts'

const NOW = Date.parse('2026-06-16T12:00:00.000Z')
const temperature = metricById('temperature')
const iso = (hoursAgo: number) => new Date(NOW - hoursAgo * HOUR_MS).toISOString()
/** Readings of each hour. */
const hourly = (values: readonly number[]) => ({
  at: Float64Array.from(values, (_, index) => NOW + index * HOUR_MS),
  values: Float64Array.from(values),
})

test('a longer silence is counted from the stretches that a short one has found', () => {
  const found = { worst: null, worstAt: null }
  const silences = silencesOf(
    {
      episodes: [
        { ...found, openedAt: iso(10), closedAt: iso(8) },
        { ...found, openedAt: iso(1), closedAt: null },
      ],
    },
    HOUR_MS / 1000,
  )
  expect(trySilence(silences, 1.5 * 3600, NOW)).toEqual({
    count: 2,
    openMs: (3 - 1.5 + 2 - 1.5) * HOUR_MS,
    episodes: [
      { openedAt: NOW - 0.5 * HOUR_MS, closedAt: null, worst: null },
      { openedAt: NOW - 9.5 * HOUR_MS, closedAt: NOW - 8 * HOUR_MS, worst: null },
    ],
  })
  expect(trySilence(silences, DAY_MS / 1000, NOW)).toEqual({ count: 0, openMs: 0, episodes: [] })
})

test('changes are those of the minutes before each reading, without missing sensors', () => {
  const readings = hourly([20, 25, 24, 24])
  expect([...changesWithin(readings, temperature, 60).values]).toEqual([0, 5, 1, 0])
  expect([...changesWithin(hourly([60, 0, 50]), metricById('humidity'), 120).values]).toEqual([0, 10])
  expect(percentile(hourly([]), temperature, 0.98)).toBeUndefined()
})

describe('a new rule', () => {
  const readings = hourly(Array.from({ length: 100 }, (_, index) => 10 + index * 0.2))
  const first = (kind: 'above' | 'below' | 'outside' | 'changing' | 'silent', celsius = true) =>
    firstLevels({ kind, within: '60' }, readings, { metric: temperature, celsius })

  test('a new rule has limits that 2 % of the readings break, in steps of its quantity', () => {
    expect(first('above')).toEqual({ limit: '29,5', upperLimit: '' })
    expect(first('below')).toEqual({ limit: '10,5', upperLimit: '' })
    expect(first('outside')).toEqual({ limit: '10,5', upperLimit: '29,5' })
    expect(first('changing')).toEqual({ limit: '0,5', upperLimit: '' })
    expect(first('silent')).toEqual({ limit: '', upperLimit: '' })
    expect(first('above', false)).toEqual({ limit: '85,5', upperLimit: '' })
  })

  test('a new rule for a device without readings has an often chosen limit', () => {
    const none = (kind: 'above' | 'below', metric = temperature) =>
      firstLevels({ kind, within: '60' }, undefined, { metric, celsius: true }).limit
    expect([none('above'), none('below'), none('above', metricById('co2'))]).toEqual(['30', '2', ''])
  })

  test('a new rule has limits within the range of its metric, and room between two of them', () => {
    const still = hourly([100, 100, 100])
    const options = { metric: metricById('soilMoisture'), celsius: true }
    expect(firstLevels({ kind: 'above', within: '60' }, still, options).limit).toBe('100')
    expect(
      firstLevels({ kind: 'outside', within: '60' }, hourly([20, 20]), { metric: temperature, celsius: true }),
    ).toEqual({
      limit: '20',
      upperLimit: '20,5',
    })
  })
})

test.each([
  ['above', 30, [29, 30, 31, 32]],
  ['above', 28.3, [27.3, 28.3, 29.3, 30.3]],
  ['below', 10, [11, 10, 9, 8]],
  ['above', 130, [129, 130]],
  ['changing', 0.5, [0.5, 1.5, 2.5]],
  ['outside', 10, []],
  ['silent', 900, [480, 900, 1800, 3600]],
] as const)('the limits around %s %s are %j', (kind, limit, limits) => {
  const [sensor] = sensorChoices([aSeries({ newest: null })], aSeries().deviceId)
  expect(limitsAround(limit, { kind, sensor: sensor!, celsius: true, spread: 0 })).toEqual(limits)
})

test('a limit is rounded to a step without the errors of binary fractions', () => {
  expect([snapped(0.30000004, 0.1), snapped(28.74, 0.5), snapped(-0.1, 0.5)]).toEqual([0.3, 28.5, 0])
})
