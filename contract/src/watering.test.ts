import { describe, expect, test } from 'vitest'
import { daysSinceWatering, daysUntilWatering, needsWater } from './watering.ts'

const at = (text: string) => Date.parse(text)
const plant = (lastWatered: string | null, waterEveryDays: number | null) => ({
  lastWateredAt: lastWatered === null ? null : at(lastWatered),
  waterEveryDays,
})

describe('watering', () => {
  test.each([
    ['never watered', null, 7, '2026-11-20T09:00:00Z', 0],
    ['watered this minute', '2026-11-20T09:00:00Z', 7, '2026-11-20T09:00:30Z', 7],
    ['watered this morning', '2026-11-20T06:00:00Z', 1, '2026-11-20T22:00:00Z', 1],
    ['a minute before it is due', '2026-11-13T09:00:00Z', 7, '2026-11-20T08:59:00Z', 1],
    ['due to the minute', '2026-11-13T09:00:00Z', 7, '2026-11-20T09:00:00Z', 0],
    ['overdue by weeks', '2026-10-01T09:00:00Z', 7, '2026-11-20T09:00:00Z', 0],
    ['without a rhythm', '2026-11-13T09:00:00Z', null, '2026-11-20T09:00:00Z', undefined],
    ['never watered and without a rhythm', null, null, '2026-11-20T09:00:00Z', undefined],
    ['by a clock that runs ahead', '2026-11-20T10:00:00Z', 3, '2026-11-20T09:00:00Z', 3],
    // 29 March 2026 has 23 hours in Copenhagen, 25 October 25: a day of the rules has 24 all the same.
    [
      'on the evening before summer time, next day at the same hour of the clock',
      '2026-03-28T18:00:00+01:00',
      1,
      '2026-03-29T18:00:00+02:00',
      1,
    ],
    [
      'on the evening before summer time, an hour later',
      '2026-03-28T18:00:00+01:00',
      1,
      '2026-03-29T19:00:00+02:00',
      0,
    ],
    [
      'on the evening before winter time, an hour early',
      '2026-10-24T18:00:00+02:00',
      1,
      '2026-10-25T17:00:00+01:00',
      0,
    ],
    ['over a leap day', '2028-02-28T12:00:00Z', 2, '2028-03-01T12:00:00Z', 0],
    ['over no leap day', '2026-02-28T12:00:00Z', 2, '2026-03-01T12:00:00Z', 1],
    ['once a year', '2025-11-20T09:00:00Z', 365, '2026-11-20T09:00:00Z', 0],
  ] as const)('%s', (_, lastWatered, every, now, days) => {
    expect(daysUntilWatering(plant(lastWatered, every), at(now))).toBe(days)
    expect(needsWater(plant(lastWatered, every), at(now))).toBe(days === 0)
  })

  test('is counted in whole days', () => {
    expect(daysSinceWatering(plant('2026-11-18T09:00:00Z', 7), at('2026-11-20T08:59:59Z'))).toBe(1)
    expect(daysSinceWatering(plant(null, 7), at('2026-11-20T09:00:00Z'))).toBeUndefined()
  })
})
