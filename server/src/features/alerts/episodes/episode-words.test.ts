import { boardMetrics, metricById, type Metric, type RuleKind } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { closedBy, NO_PLANT, type StoredEpisode } from './episode.ts'
import { closingText, durationText, openingText } from './episode-words.ts'

const [temperature, , airPressure, airQuality] = boardMetrics
const OPENED = Date.parse('2026-11-20T09:00:00Z')
const MINUTE = 60_000

interface Facts {
  readonly kind: RuleKind
  readonly limit: number
  readonly upperLimit?: number
  readonly withinMinutes?: number
}

/** An episode of a series of a metric, open since a value; of a whole device without a metric. */
function episodeOf(metric: Metric | undefined, facts: Facts, openedValue: number | null): StoredEpisode {
  return {
    episodeId: 'e',
    householdId: 'u',
    ruleId: 'r',
    ruleName: '',
    deviceKey: 1,
    deviceId: 'd',
    seriesId: metric ? 's' : null,
    slot: metric ? 0 : null,
    deviceName: 'Tomato house',
    label: metric?.label ?? null,
    unit: metric?.unit ?? null,
    metric: metric?.id ?? null,
    channel: metric ? '' : null,
    severity: 'warning',
    upperLimit: null,
    withinMinutes: null,
    clearAt: null,
    ...facts,
    openedAt: OPENED,
    openedValue,
    knownAt: OPENED,
    worstAt: null,
    worstValue: null,
    closedAt: null,
    closedValue: null,
    closedWhy: null,
    closedKnownAt: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgedNote: null,
    mutedUntil: null,
    ...NO_PLANT,
  }
}

describe('the text of an episode', () => {
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
  ] as const)('describes the opening of %o', (metric, rule, value, celsius, text) => {
    expect(openingText(episodeOf(metric, rule, value), celsius)).toBe(text)
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
  ] as const)('describes a series of %s with its label, unit and decimals', (id, own, rule, value, text) => {
    const metric = { ...metricById(id), ...own }
    const episode = { ...episodeOf(metric, rule, value), label: 'North bench', deviceName: 'Cellar' }
    expect(openingText(episode, false)).toBe(`North bench in Cellar is ${text}`)
  })

  test.each([
    ['en-US', 'is 1,031.2\u00a0hPa, at or above your limit of 1,030.5\u00a0hPa.'],
    ['de-DE', 'is 1.031,2\u00a0hPa, at or above your limit of 1.030,5\u00a0hPa.'],
    ['ar-EG', 'is 1,031.2\u00a0hPa, at or above your limit of 1,030.5\u00a0hPa.'],
    ['xx-QQ', 'is 1.031,2\u00a0hPa, at or above your limit of 1.030,5\u00a0hPa.'],
  ])('writes numbers as the locale %s does', (locale, text) => {
    const above = episodeOf(airPressure, { kind: 'above', limit: 1030.5 }, 1031.2)
    expect(openingText(above, true, locale)).toBe(`Air pressure in Tomato house ${text}`)
    const closing = {
      closedAt: OPENED,
      closedKnownAt: OPENED,
      closedWhy: 'back',
      closedValue: 1029,
      worst: undefined,
    } as const
    expect(closingText(closedBy(above, closing), true, 'en-US')).toContain('1,029.0\u00a0hPa')
  })

  test('says which of two limits was crossed, how much a value changed, and how long nothing came', () => {
    const outside = { kind: 'outside', limit: 18, upperLimit: 28 } as const
    expect(openingText(episodeOf(temperature, outside, 28.4), true)).toBe(
      'Temperature in Tomato house is 28,4\u00a0°C, at or above your upper limit of 28\u00a0°C.',
    )
    expect(openingText(episodeOf(temperature, outside, 17), true)).toBe(
      'Temperature in Tomato house is 17,0\u00a0°C, at or below your lower limit of 18\u00a0°C.',
    )
    const changing = { kind: 'changing', limit: 5, withinMinutes: 30 } as const
    expect(openingText(episodeOf(temperature, changing, 6.24), true)).toBe(
      'Temperature in Tomato house changed by 6,24\u00a0°C within 30 minutes, at or above your limit of 5\u00a0°C.',
    )
    expect(openingText(episodeOf(temperature, changing, 5), false)).toBe(
      'Temperature in Tomato house changed by 9\u00a0°F within 30 minutes, at or above your limit of 9\u00a0°F.',
    )
    const silent = { kind: 'silent', limit: 900 } as const
    expect(openingText(episodeOf(undefined, silent, null), true)).toBe('Tomato house has sent nothing for 15 minutes.')
    expect(openingText(episodeOf(temperature, silent, null), true)).toBe(
      'Temperature in Tomato house has sent nothing for 15 minutes.',
    )
  })

  test('describes a closed episode with its last value, its duration and the worst value', () => {
    const closing = { closedAt: OPENED + 42 * MINUTE, closedKnownAt: OPENED, closedWhy: 'back' } as const
    const above = closedBy(episodeOf(temperature, { kind: 'above', limit: 28 }, 28.2), {
      ...closing,
      closedValue: 27.3,
      worst: { at: OPENED + MINUTE, value: 31.4 },
    })
    expect(closingText(above, true)).toBe(
      'Temperature in Tomato house is back at 27,3\u00a0°C after 42 minutes; the highest was 31,4\u00a0°C.',
    )
    expect(closingText({ ...above, kind: 'below' }, false)).toBe(
      'Temperature in Tomato house is back at 81,1\u00a0°F after 42 minutes; the lowest was 88,5\u00a0°F.',
    )
    expect(closingText({ ...above, kind: 'changing' }, true)).toBe(
      'Temperature in Tomato house is steady again after 42 minutes.',
    )
    const silent = episodeOf(undefined, { kind: 'silent', limit: 900 }, null)
    expect(closingText(closedBy(silent, { ...closing, closedValue: null, worst: undefined }), true)).toBe(
      'Tomato house sends again, after 57 minutes.',
    )
    expect(closingText({ ...above, closedWhy: 'rule-off' }, true)).toBe(
      'The alert about Temperature in Tomato house is over after 42 minutes: its rule was turned off.',
    )
  })

  test.each([
    [0, '0 seconds'],
    [59_000, '59 seconds'],
    [60_000, '1 minute'],
    [90 * MINUTE, '1 hour 30 minutes'],
    [2 * 1440 * MINUTE, '2 days'],
    [(1440 + 61) * MINUTE, '1 day 1 hour'],
  ])('names %i ms', (ms, text) => {
    expect(durationText(ms)).toBe(text)
  })
})
