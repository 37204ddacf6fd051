import { expect, test } from 'vitest'
import { snoozeTimes, snoozeUntil } from './snooze-times.ts'

const ZONE = 'Europe/Copenhagen'
const DUE: { dueAt: string | null } = { dueAt: null }
const times = (now: string, zone = ZONE, task: { dueAt: string | null } = DUE) =>
  snoozeTimes(task, Date.parse(now), zone).map(({ label, until }) => `${label} ${new Date(until).toISOString()}`)

test('a task can be snoozed until the evening, tomorrow, in three days and the weekend of the household', () => {
  expect(times('2026-06-16T12:20:00Z')).toEqual([
    'This evening 2026-06-16T16:00:00.000Z',
    'Tomorrow 2026-06-16T22:00:00.000Z',
    'In 3 days 2026-06-18T22:00:00.000Z',
    'Next weekend 2026-06-19T22:00:00.000Z',
  ])
})

test('the day of the household counts, not that of the browser', () => {
  // In Auckland it is Wednesday already.
  expect(times('2026-06-16T12:20:00Z', 'Pacific/Auckland')).toEqual([
    'This evening 2026-06-17T06:00:00.000Z',
    'Tomorrow 2026-06-17T12:00:00.000Z',
    'In 3 days 2026-06-19T12:00:00.000Z',
    'Next weekend 2026-06-19T12:00:00.000Z',
  ])
})

test('the evening is not offered once it is past, and Saturday moves a task a week', () => {
  expect(times('2026-06-20T16:00:00Z')).toEqual([
    'Tomorrow 2026-06-20T22:00:00.000Z',
    'In 3 days 2026-06-22T22:00:00.000Z',
    'Next weekend 2026-06-26T22:00:00.000Z',
  ])
})

test('the midnight of a snoozed day follows the change of the clocks', () => {
  expect(times('2026-03-28T11:00:00Z').slice(1, 3)).toEqual([
    'Tomorrow 2026-03-28T23:00:00.000Z',
    'In 3 days 2026-03-30T22:00:00.000Z',
  ])
})

test('a time before the task is due is not offered', () => {
  expect(times('2026-06-16T12:20:00Z', ZONE, { dueAt: '2026-06-18T22:00:00.000Z' })).toEqual([
    'Next weekend 2026-06-19T22:00:00.000Z',
  ])
})

test('a picked date is a day after today, within a year', () => {
  const now = Date.parse('2026-06-16T12:20:00Z')
  const pick = (typed: string, task = DUE) => snoozeUntil(task, typed, { now, zone: ZONE })
  expect(pick('2026-06-25')).toEqual({ until: Date.parse('2026-06-24T22:00:00Z') })
  expect(pick('2026-06-16')).toEqual({ error: 'Choose a day after today' })
  expect(pick('2027-06-16')).toEqual({ until: Date.parse('2027-06-15T22:00:00Z') })
  expect(pick('2027-06-17')).toEqual({ error: 'Choose a day within a year' })
  expect(pick('25/0')).toEqual({ error: 'Enter a date' })
  expect(pick('2026-06-25', { dueAt: '2026-06-26T06:00:00.000Z' })).toEqual({ error: 'It is due later than that' })
})
