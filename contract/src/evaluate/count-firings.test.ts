import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../durations.ts'
import { metricById } from '../metrics.ts'
import { countFirings } from './count-firings.ts'
import type { RuleMeaning } from './rule-meaning.ts'

const FROM = Date.parse('2026-05-01T00:00:00Z')
const RANGE = { from: FROM, to: FROM + 2 * DAY_MS }
const rule: RuleMeaning = {
  metric: metricById('temperature'),
  kind: 'above',
  limit: 28,
  upperLimit: null,
  withinMinutes: null,
  clearAt: 27.5,
  holdSeconds: 0,
  activeHours: 'always',
  place: null,
}

/** Readings of each hour. */
function hourly(...values: number[]) {
  return { at: Float64Array.from(values, (_, index) => FROM + index * HOUR_MS), values: Float64Array.from(values) }
}
const READINGS = hourly(20, 28, 29, 27.8, 27.5, 20, 31, 30)

describe('countFirings', () => {
  test.each([
    ['a value at the limit fires, and one at the clear level ends it', {}, 2, 3 + 42],
    ['a hold leaves out what is shorter', { holdSeconds: 2 * 3600 }, 0, 0],
    ['hours end an episode', { activeHours: { from: '00:00', to: '02:00', timeZone: 'UTC' } }, 1, 1],
    ['below', { kind: 'below', limit: 20, clearAt: 21 }, 2, 1 + 1],
    ['outside two limits', { kind: 'outside', limit: 20, upperLimit: 31, clearAt: 30 }, 2, 1 + 2],
    ['a change within an hour', { kind: 'changing', limit: 8, withinMinutes: 60, clearAt: 7 }, 2, 1 + 1],
  ] as const)('%s', (_, more, count, hours) => {
    const found = countFirings({ ...rule, ...more }, READINGS, RANGE)
    expect([found.count, found.openMs / HOUR_MS]).toEqual([count, hours])
  })

  test('lists an episode with its worst reading, and one that is open without an end', () => {
    const { episodes } = countFirings(rule, READINGS, RANGE)
    expect(episodes).toMatchObject([
      { openedAt: FROM + HOUR_MS, closedAt: FROM + 4 * HOUR_MS, worst: 29, worstAt: FROM + 2 * HOUR_MS },
      { openedAt: FROM + 6 * HOUR_MS, closedAt: null, worst: 31 },
    ])
  })

  test('ignores readings outside the range, but for changes those of the minutes before it', () => {
    const range = { from: FROM + HOUR_MS, to: FROM + 2 * HOUR_MS }
    expect(countFirings(rule, READINGS, range)).toMatchObject({ count: 1, openMs: HOUR_MS })
    const changing = { ...rule, kind: 'changing', limit: 8, withinMinutes: 60, clearAt: 7 } as const
    expect(countFirings(changing, READINGS, range).count).toBe(1)
    expect(countFirings(rule, hourly(), RANGE)).toEqual({ count: 0, openMs: 0, episodes: [] })
  })
})
