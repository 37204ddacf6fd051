import { expect, test } from 'vitest'
import { aTask, TODAY } from './task.fixture.ts'
import { groupTasks } from './task-groups.ts'

const due = (taskId: string, dueDate: string | null, more = {}) => aTask({ taskId, dueDate, dueAt: null, ...more })
const ids = (tasks: ReadonlyArray<{ taskId: string }>) => tasks.map(({ taskId }) => taskId).join(' ')

test('tasks are grouped by the date of the household, the most overdue first', () => {
  const groups = groupTasks(
    [
      due('last-of-week', '2026-06-23'),
      due('two-days', '2026-06-14'),
      due('today', TODAY),
      due('tomorrow', '2026-06-17'),
      due('five-days', '2026-06-11'),
      due('day-after', '2026-06-18'),
      due('later', '2026-06-24'),
    ],
    TODAY,
  )
  expect(ids(groups.overdue)).toBe('five-days two-days')
  expect(ids(groups.today)).toBe('today')
  expect(ids(groups.tomorrow)).toBe('tomorrow')
  expect(ids(groups.week)).toBe('day-after last-of-week')
})

test('tasks of a day are sorted by their instant, and the same way in any order of the server', () => {
  const at = (taskId: string, hour: string) => due(taskId, TODAY, { dueAt: `2026-06-16T${hour}:00:00.000Z` })
  const tasks = [at('noon', '12'), at('six', '06'), at('six-again', '06')]
  expect(ids(groupTasks(tasks, TODAY).today)).toBe('six six-again noon')
  expect(ids(groupTasks(tasks.toReversed(), TODAY).today)).toBe('six six-again noon')
})

test('a task that rests or is over belongs to no group', () => {
  const over = due('over', '2026-06-10', { endedAt: '2026-06-15T08:00:00.000Z' })
  const { overdue, today, tomorrow, week } = groupTasks([due('rests', null), over], TODAY)
  expect([...overdue, ...today, ...tomorrow, ...week]).toEqual([])
})

test('the next seven days may cross a month and a year', () => {
  const tasks = [due('new-year', '2027-01-01'), due('fourth', '2027-01-04')]
  const groups = groupTasks(tasks, '2026-12-31')
  expect([ids(groups.tomorrow), ids(groups.week)]).toEqual(['new-year', 'fourth'])
})
