import { careRoutes, plantRoutes, type Plant } from '@greenhouse/contract'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aHousehold } from '../../shared/household/household.fixture.ts'
import { queue } from '../../shared/queue/queue.ts'
import { openQueueOf, USER_ID } from '../../shared/queue/queue.fixture.ts'
import { queryKeys } from '../../shared/query-keys.ts'
import { todayQuery } from '../../shared/task/task-queries.ts'
import { answering, aPlant, aTask, aToday, clientWith, idOf } from '../../shared/task/task.fixture.ts'
import { ToDoPanel } from './to-do-panel.tsx'

const WATER = aTask({ dueDate: '2026-06-14' })
const REPOT = aTask({ taskId: idOf(502), kind: 'repot', dueDate: '2026-06-15' })
const TODAY = aToday({ tasks: [WATER, REPOT] })
let network: Awaited<ReturnType<typeof openQueueOf>>
let calls: Array<{ path: string; body: unknown }>

beforeEach(async () => {
  calls = []
  network = await openQueueOf()
  network.setOnline(false)
})
afterEach(async () => {
  cleanup()
  await network.end()
  vi.unstubAllGlobals()
})

function show() {
  const done = () => ({ care: [], task: aTask({ dueDate: '2026-06-21' }), merged: false })
  const answers = { [`POST /api/tasks/`]: done, [`GET ${careRoutes.today.path}`]: () => TODAY }
  vi.stubGlobal(
    'fetch',
    answering({ ...answers, [plantRoutes.list.path]: () => [aPlant({ plantName: 'Lemon' })] }, calls),
  )
  const client = clientWith([
    [queryKeys.households, [aHousehold()]],
    [queryKeys.places, []],
    [queryKeys.plants, [aPlant({ plantName: 'Lemon' })]],
    [queryKeys.tasks.todayIn(undefined), TODAY],
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
  return client
}

const waiting = () => screen.findByRole('list', { name: 'Waiting for the network' })
const posts = () => calls.filter(({ path }) => path.startsWith('POST'))

test('a task that is done without a network waits in its row, also after a reload', async () => {
  const client = show()
  fireEvent.click(screen.getByRole('button', { name: /^Done: water Lemon/ }))
  expect((await waiting()).textContent).toMatch(/^Watered Lemonwaits for the network, \d\d\.\d\dUndo$/)
  expect(screen.queryByRole('button', { name: /^Done: water/ })).toBeNull()
  expect(screen.getByText('1 waits for the network')).toBeTruthy()
  const [lemon] = client.getQueryData<Plant[]>(queryKeys.plants) ?? []
  expect(Date.now() - Date.parse(lemon?.lastWatered ?? '')).toBeLessThan(60_000)
  expect(screen.getByRole('link', { name: 'See them' }).getAttribute('href')).toBe('/waiting')

  cleanup()
  queue.close()
  await queue.open(USER_ID)
  show()
  expect((await waiting()).textContent).toContain('Watered Lemon')
  expect(screen.queryByRole('button', { name: /^Done: water/ })).toBeNull()
  expect(posts()).toEqual([])
})

test('Undo removes an act that waits, and brings its row back', async () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: /^Done: water Lemon/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo: Watered Lemon' }))
  await screen.findByRole('button', { name: /^Done: water Lemon/ })
  expect(screen.queryByText(/for the network/)).toBeNull()
  network.setOnline(true)
  await queue.flush()
  expect(posts()).toEqual([])
})

test('Undo takes the focus of the button that was pressed', async () => {
  show()
  const check = screen.getByRole('button', { name: /^Done: water Lemon/ })
  check.focus()
  fireEvent.click(check)
  await waiting()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo: Watered Lemon' })))
})

test('an act that waited is sent once the network is back, with the time of the tap', async () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: /^Done: water Lemon/ }))
  await waiting()
  const [kept] = queue.acts
  network.setOnline(true)
  await act(() => queue.flush())
  expect(posts()).toEqual([{ path: `POST /api/tasks/${WATER.taskId}/done`, body: { careId: kept?.key, at: kept?.at } }])
  expect(screen.queryByText(/for the network/)).toBeNull()
})

test('a plant that was watered without a network hides its task', async () => {
  show()
  await act(async () => {
    await queue.perform({
      route: 'add',
      key: idOf(801),
      label: 'Watered Lemon',
      body: { careId: idOf(801), kind: 'water', plantIds: [idOf(301)] },
    })
  })
  await waiting()
  expect(screen.queryByRole('button', { name: /^Done: water/ })).toBeNull()
})
