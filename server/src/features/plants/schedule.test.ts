import { DAY_MS } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { scheduleOf } from './schedule.ts'

test.each([
  ['last watered', { lastWateredAt: 300, plantedAt: 200, waterEveryDays: 2 }, 300, 300 + 2 * DAY_MS],
  ['planted, when it never was', { lastWateredAt: null, plantedAt: 200, waterEveryDays: 2 }, 200, 200 + 2 * DAY_MS],
  ['added, when that is not known', { lastWateredAt: null, plantedAt: null, waterEveryDays: 7 }, 100, 100 + 7 * DAY_MS],
  [
    'last watered, and never due without a rhythm',
    { lastWateredAt: 300, plantedAt: 200, waterEveryDays: null },
    300,
    null,
  ],
])('a plant counts from when it was %s', (_, plant, baseAt, dueAt) => {
  expect(scheduleOf({ createdAt: 100, ...plant })).toEqual({ baseAt, dueAt })
})
