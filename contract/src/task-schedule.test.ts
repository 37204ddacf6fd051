import { describe, expect, test } from 'vitest'
import { dateIn, instantOf, startOfDate } from './zoned-date.ts'
import {
  restsAllYear,
  seasonsOverlap,
  suggestedEvery,
  taskDueAt,
  upcoming,
  waterEveryOf,
  type TaskPlan,
} from './task-schedule.ts'
import { DAY_MS } from './durations.ts'

const ZONE = 'Europe/Copenhagen'
const plan = (more: Partial<TaskPlan>): TaskPlan => ({
  kind: 'feed',
  repeat: 'after',
  every: 7,
  unit: 'day',
  weekdays: [],
  monthDay: 1,
  month: 1,
  startsOn: '2026-01-01',
  seasons: [],
  ...more,
})
const noon = (date: string) => instantOf(date, 12 * 60, ZONE)
const dueAfter = (one: TaskPlan, done: string) => {
  const due = taskDueAt(one, noon(done), ZONE)
  return due === null ? null : dateIn(due, ZONE)
}

const winterRest = plan({ seasons: [{ from: '11-01', to: '02-28', every: null }] })
const summer = plan({ every: 14, seasons: [{ from: '04-01', to: '09-30', every: 5 }] })
const days = (more: Partial<TaskPlan>) => plan({ repeat: 'weekly', weekdays: [2, 5], ...more })

describe('the next date of a task', () => {
  test.each([
    ['every 7 days', plan({}), '2026-06-10', '2026-06-17'],
    ['every 7 days, early before a rest ends', winterRest, '2026-02-24', '2026-03-03'],
    ['every 7 days, into a rest', winterRest, '2026-10-28', '2027-03-01'],
    ['every 7 days, into a rest that ends on 29 February', winterRest, '2027-10-28', '2028-03-01'],
    ['every 14 days, 5 in summer, cut by the summer', summer, '2026-03-25', '2026-04-01'],
    ['every 14 days, 5 in summer, shortly before it', summer, '2026-03-28', '2026-04-02'],
    ['every 14 days, 5 in summer, on its last day', summer, '2026-09-30', '2026-10-05'],
    ['monthly on 31', plan({ repeat: 'monthly', monthDay: 31 }), '2027-01-31', '2027-02-28'],
    ['every month', plan({ every: 1, unit: 'month' }), '2028-01-31', '2028-02-29'],
    ['every 2 years', plan({ every: 2, unit: 'year' }), '2028-02-29', '2030-02-28'],
    ['every 3 weeks', plan({ every: 3, unit: 'week' }), '2026-06-01', '2026-06-22'],
    ['on Tuesdays and Fridays', days({}), '2026-11-24', '2026-11-27'],
    ['on Tuesdays and Fridays, done a day early', days({}), '2026-11-26', '2026-12-01'],
    ['on Tuesdays and Fridays, done a day late', days({}), '2026-11-25', '2026-11-27'],
    ['on Sundays, done two days early', days({ weekdays: [7] }), '2026-11-27', '2026-12-06'],
    ['on Sundays, done three days early', days({ weekdays: [7] }), '2026-11-26', '2026-11-29'],
    ['every day by weekday', days({ weekdays: [1, 2, 3, 4, 5, 6, 7] }), '2026-11-26', '2026-11-27'],
    ['yearly on 29 February', plan({ repeat: 'yearly', month: 2, monthDay: 29 }), '2026-03-01', '2027-02-28'],
    ['yearly, missed for years', plan({ repeat: 'yearly', month: 3, monthDay: 1 }), '2022-06-01', '2026-03-01'],
    ['on Tuesdays, after the rest', days({ weekdays: [2], seasons: winterRest.seasons }), '2026-10-29', '2027-03-02'],
    ['once, done', plan({ repeat: 'once' }), '2026-06-01', null],
  ])('the next date of a task %s', (_words, one, done, due) => {
    expect(dueAfter(one, done)).toBe(due)
  })

  test('a task that was never done counts from its first day', () => {
    expect(taskDueAt(plan({}), null, ZONE)).toBe(startOfDate('2026-01-08', ZONE))
    expect(taskDueAt(days({}), null, ZONE)).toBe(startOfDate('2026-01-02', ZONE))
    expect(taskDueAt(plan({ repeat: 'once', startsOn: '2026-03-29' }), null, ZONE)).toBe(Date.UTC(2026, 2, 28, 23))
  })

  test('counts days of 24 hours for water, and makes other work due at midnight', () => {
    const before = Date.UTC(2026, 2, 28, 20, 30)
    expect(taskDueAt(plan({ kind: 'water', every: 1 }), before, ZONE)).toBe(before + DAY_MS)
    expect(taskDueAt(plan({ every: 1 }), before, ZONE)).toBe(Date.UTC(2026, 2, 28, 23))
    expect(taskDueAt(plan({ every: 2 }), before, ZONE)).toBe(Date.UTC(2026, 2, 29, 22))
  })

  test('a time that clocks skip is the instant of the jump, and of two equal ones the earlier counts', () => {
    expect(new Date(startOfDate('2024-09-08', 'America/Santiago')).toISOString()).toBe('2024-09-08T04:00:00.000Z')
    expect(new Date(startOfDate('2024-11-03', 'America/Havana')).toISOString()).toBe('2024-11-03T04:00:00.000Z')
    expect(dateIn(Date.UTC(2026, 0, 1, 11), 'Pacific/Kiritimati')).toBe('2026-01-02')
    expect(new Date(instantOf('2026-03-29', 150, ZONE)).toISOString()).toBe('2026-03-29T01:00:00.000Z')
  })

  test('every plan with a day outside of its rests comes up after any day, and never inside one', () => {
    for (const repeat of ['after', 'weekly', 'monthly', 'yearly'] as const)
      for (let day = 0; day < 400; day++) {
        const done = Date.UTC(2027, 10, 1, 12) + day * DAY_MS
        const one = plan({ repeat, weekdays: [3], monthDay: 30, month: 4, seasons: winterRest.seasons })
        const due = dateIn(taskDueAt(one, done, ZONE) ?? 0, ZONE)
        expect([repeat, day, due > dateIn(done, ZONE)]).toEqual([repeat, day, true])
        expect([due, due.slice(5) >= '03-01' && due.slice(5) <= '10-31']).toEqual([due, true])
      }
  })
})

test('finds seasons that overlap or rest all year', () => {
  expect(
    seasonsOverlap([
      { from: '11-01', to: '02-28', every: null },
      { from: '02-28', to: '05-01', every: 3 },
    ]),
  ).toBe(true)
  expect(
    seasonsOverlap([
      { from: '11-01', to: '02-28', every: null },
      { from: '03-01', to: '05-01', every: 3 },
    ]),
  ).toBe(false)
  expect(restsAllYear([{ from: '01-01', to: '12-31', every: null }])).toBe(true)
  expect(taskDueAt(plan({ seasons: [{ from: '01-01', to: '12-31', every: null }] }), 0, ZONE)).toBe(null)
})

test.each([
  [plan({ every: 4 }), 4],
  [plan({ every: 2, unit: 'week' }), 14],
  [plan({ every: 20, unit: 'month' }), 365],
  [days({}), 4],
  [plan({ repeat: 'monthly' }), 30],
  [plan({ repeat: 'yearly' }), 365],
  [plan({ repeat: 'once' }), null],
])('returns the interval of plan %# for clients that only know days', (one, every) => {
  expect(waterEveryOf(one)).toBe(every)
})

test('suggests the mean of the last five intervals', () => {
  const at = [40, 31, 22, 13, 4, 0, -100].map((day) => day * DAY_MS)
  expect(suggestedEvery(at, 'day')).toBe(8)
  expect(suggestedEvery(at, 'month')).toBe(1)
  expect(suggestedEvery(at.slice(0, 2), 'day')).toBeUndefined()
})

test('lists the dates of a task as if it were done on each', () => {
  const dates = (one: TaskPlan, limit = 9) =>
    upcoming(one, noon('2026-11-20'), { zone: ZONE, until: '2026-12-12', limit })
  expect(dates(plan({}))).toEqual(['2026-11-20', '2026-11-27', '2026-12-04', '2026-12-11'])
  expect(dates(plan({}), 2)).toHaveLength(2)
  expect(dates(plan({ repeat: 'once' }))).toEqual(['2026-11-20'])
})
