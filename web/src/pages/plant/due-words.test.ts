import type { Task } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { aTask } from '../../shared/task/task-sheet.fixture.ts'
import { dueWords } from './due-words.ts'

test.each<[Partial<Task>, string, string | undefined]>([
  [{ dueDate: '2026-06-23' }, '2026-06-16', 'in 7 days'],
  [{ dueDate: '2026-06-17' }, '2026-06-16', 'Tomorrow'],
  [{ dueDate: '2026-06-16' }, '2026-06-16', 'Today'],
  [{ dueDate: '2026-06-15' }, '2026-06-16', '1 day overdue'],
  [{ dueDate: '2026-06-14' }, '2026-06-16', '2 days overdue'],
  [{ dueDate: '2027-03-01' }, '2026-11-20', 'rests until 1 March'],
  [{ dueDate: '2027-03-01' }, '2026-10-20', 'in 132 days'],
  [{ dueDate: '2027-03-01', seasons: [] }, '2026-11-20', 'in 101 days'],
  [{ dueDate: null }, '2026-06-16', undefined],
])('a task with %j is on %s: %s', (more, today, words) => {
  expect(dueWords(aTask(more), today)).toBe(words)
})
