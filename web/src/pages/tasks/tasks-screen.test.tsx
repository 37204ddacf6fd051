import { careRoutes, householdRoutes, plantRoutes, taskRoutes } from '@greenhouse/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aHousehold } from '../../shared/household/household.fixture.ts'
import { coverList } from '../../shared/plant/cover-queries.ts'
import { queryKeys } from '../../shared/query-keys.ts'
import { TaskRow } from '../../shared/task/task-row.tsx'
import { answering, aPlant, aTask, aToday, clientWith, idOf, TODAY } from '../../shared/task/task.fixture.ts'
import { TasksScreen } from './tasks-screen.tsx'

beforeEach(() => {
  // happy-dom knows no popovers.
  HTMLElement.prototype.hidePopover = () => {}
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const CHILI = aTask({ dueDate: '2026-06-14' })
const BASIL = aTask({ taskId: idOf(502), plantId: idOf(302) })

function open() {
  const requested: string[] = []
  const answer = answering({
    [careRoutes.today.path]: () => aToday({ tasks: [CHILI, BASIL] }),
    [plantRoutes.list.path]: () => [aPlant(), aPlant({ plantId: idOf(302), plantName: 'Sweet basil' })],
    [householdRoutes.list.path]: () => [aHousehold()],
  })
  vi.stubGlobal('fetch', async (url: string, init?: { method?: string; body?: string }) => {
    requested.push(new URL(url, 'http://localhost').pathname)
    return answer(url, init)
  })
  const client = clientWith([[queryKeys.households, [aHousehold()]]])
  render(
    <QueryClientProvider client={client}>
      <TasksScreen />
    </QueryClientProvider>,
  )
  return { requested, client }
}

test('the page shows all days, the earliest first', async () => {
  open()
  await screen.findByRole('region', { name: 'Today' })
  expect(screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))).toEqual(['Overdue', 'Today'])
})

test('all tasks of the household are requested only when the form of a new one is opened', async () => {
  const { requested, client } = open()
  await screen.findByRole('region', { name: 'Today' })
  // A form that the page renders at once would be there by then.
  await act(async () => void (await import('../../shared/task/task-sheet.tsx')))
  expect(client.getQueryState(queryKeys.tasks.list)).toBeUndefined()
  fireEvent.click(screen.getByRole('button', { name: 'Add a task' }))
  await screen.findByRole('dialog', { name: 'New task' })
  await expect.poll(() => requested).toContain(taskRoutes.list.path)
})

test('a row renders again for a change of its own only', () => {
  let reads = 0
  const task = Object.defineProperty(aTask(), 'kind', { get: () => (reads++, 'feed') })
  const subject = { name: 'Basil', plantType: 'Herb', plants: undefined, placeName: undefined }
  const none = { assignee: undefined, turned: undefined, rain: undefined, acts: undefined }
  const client = clientWith([[coverList.queryKey, []]])
  const row = (name: string) => (
    <QueryClientProvider client={client}>
      <ul>
        <TaskRow {...none} task={task} subject={{ ...subject, name }} date={TODAY} zone="UTC" isFilled={false} />
      </ul>
    </QueryClientProvider>
  )
  const { rerender } = render(row('Basil'))
  const first = reads
  rerender(row('Basil'))
  expect(reads).toBe(first)
  rerender(row('Sweet basil'))
  expect(reads).toBeGreaterThan(first)
  expect(screen.getByRole('listitem').textContent).toContain('Feed Sweet basil')
})
