import { careRoutes, type Today } from '@greenhouse/contract'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aHousehold } from '../../shared/household/household.fixture.ts'
import { queryKeys } from '../../shared/query-keys.ts'
import { todayQuery } from '../../shared/task/task-queries.ts'
import { aCare, answering, aPlant, aTask, aToday, clientWith, idOf } from '../../shared/task/task.fixture.ts'
import { ToDoPanel } from './to-do-panel.tsx'

afterEach(() => void vi.unstubAllGlobals())

function show(today: Today, answers: Parameters<typeof answering>[0] = {}) {
  vi.stubGlobal('fetch', answering({ [`GET ${careRoutes.today.path}`]: () => today, ...answers }))
  const client = clientWith([
    [queryKeys.households, [aHousehold()]],
    [queryKeys.places, []],
    [queryKeys.plants, [aPlant({ plantName: 'Lemon' }), aPlant({ plantId: idOf(302), plantName: 'Fern' })]],
    [queryKeys.tasks.todayIn(undefined), today],
  ])
  const Page = () => {
    const { data } = useQuery(todayQuery(undefined))
    return data && <ToDoPanel today={data} />
  }
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
}

const text = () => screen.getByRole('region', { name: 'To do' }).textContent
const task = (number: number, dueDate: string, more = {}) => aTask({ taskId: idOf(number), dueDate, ...more })
const FULL = aToday({
  tasks: [
    task(501, '2026-06-11', { kind: 'repot' }),
    task(502, '2026-06-14'),
    task(503, '2026-06-16', { plantId: idOf(302) }),
    task(504, '2026-06-17'),
    task(505, '2026-06-18'),
  ],
  // The first was overdue.
  done: [aCare({ taskId: idOf(507) }), aCare({ taskId: idOf(506) })],
  doneOnTime: [idOf(506)],
})

test('the panel groups tasks by urgency, with one filled button, and folds tomorrow', () => {
  show(FULL)
  expect(screen.getAllByRole('list').map((list) => list.getAttribute('aria-label'))).toEqual(['Overdue', 'Today'])
  expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    'Overdue2 tasks',
    'Today1 of 2 done',
    'Tomorrow1 more',
  ])
  const filled = screen.getAllByRole('button', { name: /^Done/ }).filter((one) => one.className.includes('bg-leaf '))
  expect(filled.map((one) => one.getAttribute('aria-label'))).toEqual(['Done: repot Lemon, 5 days overdue'])
  fireEvent.click(screen.getByRole('button', { name: /^Tomorrow/ }))
  expect(screen.getAllByRole('list')).toHaveLength(3)
})

test('the panel names the next task when nothing is due, and what was done today', () => {
  const done = [3, 2, 1].map((hour) => aCare({ careId: idOf(700 + hour), at: `2026-06-16T0${hour}:00:00.000Z` }))
  show(aToday({ tasks: [task(501, '2026-06-18')], done }))
  expect(text()).toBe('To doNothing to do today. Next: water Lemon on Thursday.See the week')
  const rows = screen.getByRole('list', { name: 'Done today' }).children
  expect([...rows].map((row) => row.querySelector('time')?.dateTime.slice(11, 13))).toEqual(['01', '02', '03'])
  expect(rows[0]?.textContent).toMatch(/Watered Lemonby Kim$/)
  expect(screen.queryByText('All of today')).toBeNull()
})

test.each<[string, Partial<Today>]>([
  ['Next: water Lemon tomorrow.', { tasks: [task(501, '2026-06-17')] }],
  ['Next: feed Lemon on 01/07.', { tasks: [], next: task(501, '2026-07-01', { kind: 'feed' }) }],
  ['Nothing to do today.See the week', { tasks: [] }],
])('the panel without a due task says "%s"', (words, more) => {
  show(aToday(more))
  expect(text()).toContain(words)
})

test('the list of today has five lines at most, and one for the entries of one request', () => {
  const batch = [idOf(301), idOf(302)].map((plantId, index) =>
    aCare({ careId: idOf(720 + index), plantId, batchId: idOf(9) }),
  )
  const others = Array.from({ length: 5 }, (_, index) => aCare({ careId: idOf(710 + index) }))
  show(aToday({ tasks: [], done: [...batch, ...others] }))
  const rows = screen.getByRole('list', { name: 'Done today' }).children
  expect(rows).toHaveLength(5)
  expect(rows[4]?.textContent).toContain('Watered Lemon and Fern')
  expect(screen.getByText('All of today')).toBeTruthy()
})

test('the keys move between rows, do the focused one and open its menu, but not while somebody types', async () => {
  const next = task(501, '2026-06-21', { kind: 'repot' })
  show(FULL, { '/done': () => ({ care: [aCare({ kind: 'repot' })], task: next, merged: false }) })
  const press = (key: string, target: Element = document.body) => fireEvent.keyDown(target, { key })
  const focused = () => document.activeElement?.textContent
  press('x')
  expect(screen.queryByRole('status')).toBeNull()
  press('j')
  expect(focused()).toContain('Repot Lemon')
  press('j')
  expect(focused()).toContain('Water Lemon')
  press('k')
  const field = document.body.appendChild(document.createElement('input'))
  press('j', field)
  field.remove()
  expect(focused()).toContain('Repot Lemon')
  press('x')
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Repotted Lemon'))
  press('j')
  press('s')
  expect(await screen.findByText(/^Snooze “Water /)).toBeTruthy()
})

test('the panel shows twenty tasks of a group, and twenty more on request', () => {
  const tasks = Array.from({ length: 45 }, (_, index) => task(600 + index, '2026-06-16'))
  show(aToday({ tasks }))
  const rows = () => screen.getAllByRole('button', { name: /^Done: / }).length
  const more = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  expect([rows(), text()]).toEqual([20, expect.stringContaining('of 45')])
  more('Show 20 more')
  expect(rows()).toBe(40)
  more('Show 5 more')
  expect(rows()).toBe(45)
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
})
