import type { TaskPlan } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { eventsOf, type CalendarPlan } from './calendar-events.ts'

const ZONE = 'Europe/Copenhagen'
/** 14.20 in Copenhagen. */
const NOW = Date.parse('2026-06-16T12:20:00Z')
const WEEKLY: TaskPlan = {
  kind: 'feed',
  repeat: 'after',
  every: 7,
  unit: 'day',
  weekdays: [],
  monthDay: 1,
  month: 1,
  startsOn: '2026-06-01',
  seasons: [],
}

function aPlan(more: Partial<CalendarPlan> = {}, plan: Partial<TaskPlan> = {}): CalendarPlan {
  return {
    taskId: 'task',
    label: '',
    dueAt: Date.parse('2026-06-15T22:00:00Z'),
    plantId: 'plant',
    plantName: 'Basil',
    placePath: ['Tomato house', 'Bench A'],
    assignedTo: null,
    ...more,
    plan: { ...WEEKLY, ...plan },
  }
}

const events = (...plans: CalendarPlan[]) =>
  eventsOf(plans, { now: NOW, zone: ZONE, addressOf: (path) => `https://example.org${path}` })
const shown = (...plans: CalendarPlan[]) => events(...plans).map(({ date, summary }) => `${date} ${summary}`)

test('a task has an event on each of its days of the next 60, in the zone of the household', () => {
  expect(shown(aPlan())).toEqual([
    '2026-06-16 Feed Basil',
    '2026-06-23 Feed Basil',
    '2026-06-30 Feed Basil',
    '2026-07-07 Feed Basil',
    '2026-07-14 Feed Basil',
    '2026-07-21 Feed Basil',
    '2026-07-28 Feed Basil',
    '2026-08-04 Feed Basil',
    '2026-08-11 Feed Basil',
  ])
})

test('an event names the plant, its place and its page', () => {
  expect(events(aPlan())[1]).toEqual({
    uid: 'task-1@greenhouse',
    date: '2026-06-23',
    nextDate: '2026-06-24',
    summary: 'Feed Basil',
    location: 'Tomato house, Bench A',
    url: 'https://example.org/plants/plant',
  })
})

test.each([
  ['2026-06-14T22:00:00Z', '1 day overdue'],
  ['2026-06-13T22:00:00Z', '2 days overdue'],
])('a task due at %s is shown today with "%s", and is counted from today', (dueAt, words) => {
  expect(shown(aPlan({ dueAt: Date.parse(dueAt) })).slice(0, 2)).toEqual([
    `2026-06-16 Feed Basil (${words})`,
    '2026-06-23 Feed Basil',
  ])
})

test('rests and weekdays are those of the plan', () => {
  const seasons = [{ from: '06-20', to: '08-31', every: null }]
  expect(shown(aPlan({}, { seasons }))).toEqual(['2026-06-16 Feed Basil'])
  const onFridays = aPlan({ dueAt: Date.parse('2026-06-18T22:00:00Z') }, { repeat: 'weekly', weekdays: [5] })
  expect(shown(onFridays).slice(0, 2)).toEqual(['2026-06-19 Feed Basil', '2026-06-26 Feed Basil'])
})

test.each([
  [{ label: '' }, { kind: 'pinch-out' }, 'Pinch out Basil'],
  [{ label: 'Turn' }, { kind: 'custom' }, 'Turn, Basil'],
  [{ plantId: null, plantName: null }, { kind: 'clean' }, 'Clean Bench A'],
  [{ plantId: null, plantName: null, placePath: [] }, { kind: 'sow' }, 'Sow'],
] as const)('a task with %j and %j reads %s', (more, plan, words) => {
  expect(shown(aPlan(more, { ...plan, repeat: 'once' }))).toEqual([`2026-06-16 ${words}`])
})

test('a task that is never due again, and one beyond the days, have no event', () => {
  expect(shown(aPlan({ dueAt: null }), aPlan({ dueAt: Date.parse('2026-08-16T22:00:00Z') }))).toEqual([])
})

test('events are sorted by day, and the 500 nearest of them are kept', () => {
  const plans = Array.from({ length: 30 }, (_, index) => aPlan({ taskId: `${index}` }, { every: 1 }))
  const all = events(...plans.toReversed(), aPlan({ taskId: 'late', dueAt: Date.parse('2026-07-20T22:00:00Z') }))
  expect(all).toHaveLength(500)
  expect(all.map(({ date }) => date)).toEqual(all.map(({ date }) => date).toSorted())
  expect(all.at(-1)?.date).toBe('2026-07-02')
  expect(new Set(all.map(({ uid }) => uid)).size).toBe(500)
})
