import { describe, expect, test } from 'vitest'
import { daysOverdue, daysUntilWatering, needsWater, scheduleOf, type WateringDates } from './watering.ts'
import { DAY_MS } from './durations.ts'

const at = (text: string) => Date.parse(text)
const CREATED = '2026-11-10T09:00:00Z'
const plant = (lastWatered: string | null, waterEveryDays: number | null, planted?: string): WateringDates => ({
  createdAt: at(CREATED),
  plantedAt: planted === undefined ? null : at(planted),
  lastWateredAt: lastWatered === null ? null : at(lastWatered),
  waterEveryDays,
})

describe('watering', () => {
  test.each([
    ['added this minute and never watered', null, 7, '2026-11-10T09:00:30Z', 7],
    ['added some days ago and never watered', null, 7, '2026-11-13T09:00:00Z', 4],
    ['added a week ago and never watered', null, 7, '2026-11-17T09:00:00Z', 0],
    ['watered this minute', '2026-11-20T09:00:00Z', 7, '2026-11-20T09:00:30Z', 7],
    ['watered this morning', '2026-11-20T06:00:00Z', 1, '2026-11-20T22:00:00Z', 1],
    ['a minute before it is due', '2026-11-13T09:00:00Z', 7, '2026-11-20T08:59:00Z', 1],
    ['due to the minute', '2026-11-13T09:00:00Z', 7, '2026-11-20T09:00:00Z', 0],
    ['overdue by weeks', '2026-10-01T09:00:00Z', 7, '2026-11-20T09:00:00Z', 0],
    ['without an interval', '2026-11-13T09:00:00Z', null, '2026-11-20T09:00:00Z', undefined],
    ['never watered and without an interval', null, null, '2026-11-20T09:00:00Z', undefined],
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
  ] as const)('a watering is due after the days of its interval: %s', (_, lastWatered, every, now, days) => {
    expect(daysUntilWatering(plant(lastWatered, every), at(now))).toBe(days)
    expect(needsWater(plant(lastWatered, every), at(now))).toBe(days === 0)
  })

  test('the first watering counts from the day of planting, even a future one', () => {
    const now = at('2026-11-20T09:00:00Z')
    expect(daysUntilWatering(plant(null, 7, '2026-11-18T09:00:00Z'), now)).toBe(5)
    expect(daysUntilWatering(plant(null, 7, '2026-11-23T09:00:00Z'), now)).toBe(10)
    expect(daysUntilWatering(plant('2026-11-19T09:00:00Z', 7, '2026-11-01T09:00:00Z'), now)).toBe(6)
  })

  test.each([
    ['2026-11-20T08:59:59Z', 0],
    ['2026-11-20T09:00:00Z', 0],
    ['2026-11-21T08:59:59Z', 0],
    ['2026-11-21T09:00:00Z', 1],
    ['2026-11-27T09:00:00Z', 7],
  ])('a watering due on 20 November at 9.00 is overdue on %s by %i day(s)', (now, days) => {
    expect(daysOverdue(plant('2026-11-13T09:00:00Z', 7), at(now))).toBe(days)
  })

  test('a watering is never overdue without an interval', () => {
    expect(daysOverdue(plant('2026-11-13T09:00:00Z', null), at('2027-11-13T09:00:00Z'))).toBe(0)
  })
})

test.each([
  ['last watered', { lastWateredAt: 300, plantedAt: 200, waterEveryDays: 2 }, 300, 300 + 2 * DAY_MS],
  ['planted, when it never was', { lastWateredAt: null, plantedAt: 200, waterEveryDays: 2 }, 200, 200 + 2 * DAY_MS],
  ['added, when that is not known', { lastWateredAt: null, plantedAt: null, waterEveryDays: 7 }, 100, 100 + 7 * DAY_MS],
  [
    'last watered, and never due without an interval',
    { lastWateredAt: 300, plantedAt: 200, waterEveryDays: null },
    300,
    null,
  ],
])('a plant counts from when it was %s', (_, dates, baseAt, dueAt) => {
  expect(scheduleOf({ createdAt: 100, ...dates })).toEqual({ baseAt, dueAt })
})
