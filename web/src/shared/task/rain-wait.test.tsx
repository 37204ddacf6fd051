import { adviceRoutes, type Task } from '@greenhouse/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aHousehold } from '../household/household.fixture.ts'
import { adviceNow } from '../place/advice.fixture.ts'
import { GARDEN } from '../place/place.fixture.ts'
import { queryKeys } from '../query-keys.ts'
import { rainFor } from './rain-wait.ts'
import { TaskRows, useTaskBoard } from './task-board.tsx'
import { answering, aPlant, aTask, aToday, clientWith } from './task.fixture.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-06-16T12:20:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Page() {
  const board = useTaskBoard(aToday())
  return <TaskRows board={board} tasks={board.tasks} label="Today" />
}

test('a row of water that rain makes unnecessary snoozes it after a tap', async () => {
  const calls: Array<{ path: string; body: unknown }> = []
  const rain = [{ placeIds: [GARDEN.benchB.placeId], millimetres: 8.2, at: '2026-06-16T20:00:00.000Z' }]
  const answers = { [adviceRoutes.list.path]: () => adviceNow({ rain }), '/snooze': () => aTask() }
  vi.stubGlobal('fetch', answering(answers, calls))
  const client = clientWith([
    [queryKeys.households, [aHousehold()]],
    [queryKeys.places, Object.values(GARDEN)],
    [queryKeys.plants, [aPlant({ placeId: GARDEN.benchB.placeId })]],
  ])
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  const words = /^Rain 8\smm (tonight|today|tomorrow), wait until tomorrow\?$/
  const offer = await screen.findByRole('button', { name: words })
  expect(calls.filter(({ path }) => path.includes('snooze'))).toEqual([])
  fireEvent.click(offer)
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ body: { until: '2026-06-16T22:00:00.000Z' } }))
})

test.each<[Partial<Task>, string | undefined, boolean]>([
  [{ dueDate: '2026-06-17' }, 'bed', true],
  [{ dueDate: '2026-06-18' }, 'bed', false],
  [{ kind: 'feed' }, 'bed', false],
  [{}, 'frame', false],
  [{}, undefined, false],
])('a task with %j in the place %s may wait for rain: %s', (more, placeId, waits) => {
  const rain = [{ placeIds: ['bed'], millimetres: 8, at: '2026-06-16T20:00:00.000Z' }]
  expect(rainFor(aTask(more), placeId, { rain, date: '2026-06-16' }) !== undefined).toBe(waits)
})
