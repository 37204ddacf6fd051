import {
  careRoutes,
  defaultSettings,
  plantRoutes,
  taskRoutes,
  PROBLEM_PREFIX,
  type HouseholdRole,
  type Task,
} from '@greenhouse/contract'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from 'react-hot-toast/headless'
import { Toaster } from '../../ui/toaster.tsx'
import { tellCare, type CareMessage } from '../care/heard-care.ts'
import { aHousehold, aMember, aSharedHousehold } from '../household/household.fixture.ts'
import { GARDEN } from '../place/place.fixture.ts'
import { queryKeys } from '../query-keys.ts'
import { TaskRows, useTaskBoard } from './task-board.tsx'
import { todayQuery } from './task-queries.ts'
import { aCare, answering, aPlant, aTask, aToday, clientWith, idOf } from './task.fixture.ts'
import { OFFER_MS } from '../../ui/use-offer.ts'

const OVERDUE = aTask({ dueDate: '2026-06-14' })
const NEXT: Task = aTask({ dueAt: '2026-06-21T12:20:00.000Z', dueDate: '2026-06-21' })
const REPLY = { care: [aCare()], task: NEXT, merged: false }
const done = (reply: unknown = REPLY) => ({ [`/tasks/${OVERDUE.taskId}/done`]: () => reply })
const KIM = aMember({ userId: idOf(102), name: 'Kim' })
const PLANTS = [
  aPlant({ placeId: GARDEN.benchB.placeId }),
  aPlant({ plantId: idOf(302), placeId: GARDEN.benchA.placeId }),
]
const CARE = `${careRoutes.list.path}/`
let calls: Array<{ path: string; body: unknown }>

beforeEach(() => {
  calls = []
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-06-16T12:20:00Z') })
})
afterEach(() => {
  toast.remove()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

interface Shown {
  task?: Task
  role?: HouseholdRole
  confirmDialog?: boolean
  answers?: Parameters<typeof answering>[0]
}

function show({ task = OVERDUE, role = 'owner', confirmDialog = false, answers = {} }: Shown = {}) {
  vi.stubGlobal('fetch', answering(answers, calls))
  const household = role === 'owner' ? aHousehold() : aSharedHousehold(role)
  const client = clientWith([
    [queryKeys.households, [{ ...household, people: [...household.people, KIM] }]],
    [queryKeys.settings, { ...defaultSettings, confirmDialog }],
    [queryKeys.places, Object.values(GARDEN)],
    [queryKeys.plants, PLANTS],
    [queryKeys.tasks.todayIn(undefined), aToday({ tasks: [task] })],
  ])
  const Page = () => {
    const { data } = useQuery(todayQuery(undefined))
    const board = useTaskBoard(data ?? aToday({ tasks: [] }))
    return (
      <>
        <TaskRows board={board} tasks={board.tasks} label="Overdue" />
        {board.dialogs}
        <Toaster />
      </>
    )
  }
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  return client
}

const row = () => screen.getByRole('listitem')
const check = () => screen.getByRole('button', { name: /^Done: / })
const undo = () => screen.findByRole('button', { name: /^Undo: / })
const text = () => row().textContent.replaceAll('\u00a0', ' ')
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a row names the work, its delay and its place, and links to the plant', () => {
  show()
  expect(text()).toBe('Water Bird’s eye chili2 days overdue, Bench B')
  expect(screen.getByRole('link').getAttribute('href')).toBe(`/plants/${idOf(301)}`)
  expect(check().getAttribute('aria-label')).toBe('Done: water Bird’s eye chili, 2 days overdue')
  expect(screen.getByRole('button', { name: 'More for water Bird’s eye chili: snooze, skip' })).toBeTruthy()
})

test.each<[Partial<Task>, string]>([
  [{}, 'Water Bird’s eye chilievery 5 days, Bench B'],
  [{ assignedTo: idOf(102) }, 'Water Bird’s eye chilievery 5 days, Kim’s'],
  [{ plantId: null, placeId: GARDEN.north.placeId }, 'Water North end, 2 plantsevery 5 days'],
  [{ plantId: null, placeId: GARDEN.benchA.placeId }, 'Water Bench A, 1 plantevery 5 days'],
  [{ plantId: null, placeId: GARDEN.benchA.placeId, kind: 'clean' }, 'Clean Bench Aevery 5 days'],
  [{ plantId: null, kind: 'custom', label: 'Order soil', repeat: 'once' }, 'Order soilonce'],
  [{ kind: 'feed', amount: 5, amountUnit: 'ml/l' }, 'Feed Bird’s eye chili5 ml/l, Bench B'],
])('the row of a task with %j reads "%s"', (more, words) => {
  show({ task: aTask(more) })
  expect(text()).toBe(words)
})

test('a done row turns before the server replies, then names the next date', async () => {
  const reply = Promise.withResolvers<unknown>()
  show({ answers: done(reply.promise) })
  check().focus()
  fireEvent.click(check())
  expect(screen.getByRole('status').textContent).toContain('Watered Bird’s eye chili')
  expect(document.activeElement).toBe(await undo())
  await act(async () => reply.resolve(REPLY))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('just now, next on 21/06'))
  const { body } = calls[0] as { body: { careId: string } }
  expect(body.careId).toMatch(/^[\da-f-]{36}$/)
})

test('a done row closes after its offer, and waits for the focus and the pointer', async () => {
  show({ answers: { ...done(), [careRoutes.today.path]: () => aToday({ tasks: [NEXT] }) } })
  fireEvent.click(check())
  await waitFor(() => expect(text()).toContain('next on 21/06'))
  await pass(OFFER_MS * 2)
  expect(text()).toContain('Watered')
  act(() => screen.getByRole('button', { name: /^Undo: / }).blur())
  await pass(OFFER_MS / 2)
  const held = screen.getByRole('status').parentElement as HTMLElement
  fireEvent.pointerEnter(held)
  await pass(OFFER_MS * 2)
  expect(text()).toContain('Watered')
  fireEvent.pointerLeave(held)
  await pass(OFFER_MS / 2 - 100)
  expect(text()).toContain('Watered')
  await pass(500)
  await pass(500)
  // Its task is shown as the server has it: due in five days.
  expect(text()).toBe('Water Bird’s eye chilievery 5 days')
})

test('the undo of a done row waits for the request, removes the entry and brings the row back', async () => {
  const reply = Promise.withResolvers<unknown>()
  show({
    answers: {
      ...done(reply.promise),
      [`DELETE ${CARE}`]: () => undefined,
      [careRoutes.today.path]: () => aToday({ tasks: [OVERDUE] }),
    },
  })
  fireEvent.click(check())
  fireEvent.click(await undo())
  expect(text()).toContain('2 days overdue')
  expect(document.activeElement).toBe(check())
  expect(calls.some(({ path }) => path.startsWith('DELETE'))).toBe(false)
  await act(async () => reply.resolve(REPLY))
  await waitFor(() => expect(calls.some(({ path }) => path.startsWith(`DELETE ${CARE}`))).toBe(true))
  const body = calls[0]?.body as { careId: string } | undefined
  expect(calls.find(({ path }) => path.startsWith('DELETE'))?.path).toBe(`DELETE ${CARE}${body?.careId}`)
  expect(text()).toContain('2 days overdue')
})

test('an undo that fails is offered again, with the reason', async () => {
  const refusal = () =>
    Response.json({ type: `${PROBLEM_PREFIX}care.not-yours`, title: 'Not yours.', status: 409 }, { status: 409 })
  show({ answers: { ...done(), [`DELETE ${CARE}`]: refusal } })
  fireEvent.click(check())
  await waitFor(() => expect(text()).toContain('next on 21/06'))
  fireEvent.click(await undo())
  expect((await screen.findByRole('alert')).textContent).toBe('Not yours.')
  expect(text()).toContain('Watered')
  expect(await undo()).toBeTruthy()
})

test('a row names the person who was quicker, and offers no undo of their work', async () => {
  const merged = { ...REPLY, merged: true, care: [aCare({ at: '2026-06-16T12:19:40.000Z' })] }
  show({ answers: done(merged) })
  fireEvent.click(check())
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toMatch(/^Kim watered it 2\d seconds agonext on 21\/06/),
  )
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

const hear = (more: Partial<CareMessage> = {}) =>
  act(() => {
    const content = { care: [aCare()], removed: [], tasks: [NEXT], watered: [] }
    tellCare({ eventType: 'care', householdId: idOf(1), ...content, ...more })
  })

test('a row turns when somebody else has done it, without an undo, and comes back when they undo it', () => {
  show()
  hear()
  expect(screen.getByRole('status').textContent).toMatch(/^Watered by KimBird’s eye chili, next on 21\/06/)
  expect(screen.queryByRole('button')).toBeNull()
  hear({ care: [], removed: [aCare().careId], tasks: [OVERDUE] })
  expect(text()).toBe('Water Bird’s eye chili2 days overdue, Bench B')
})

test('a row that was done elsewhere closes by itself', async () => {
  show()
  hear()
  await pass(OFFER_MS - 100)
  expect(text()).toContain('Watered by Kim')
  await pass(100)
  await pass(500)
  expect(screen.queryByRole('status')).toBeNull()
})

test('a row does not turn by a skip, by work on another plant, or for a day to come', () => {
  show()
  hear({ care: [aCare({ kind: 'skipped' })] })
  hear({ care: [aCare({ plantId: idOf(302) })] })
  expect(screen.queryByRole('status')).toBeNull()
  cleanup()
  show({ task: aTask({ dueDate: '2026-06-18' }) })
  hear()
  expect(screen.queryByRole('status')).toBeNull()
})

test('a row that this page has done keeps its undo when the act is reported as well', async () => {
  show({ answers: done() })
  fireEvent.click(check())
  hear()
  await waitFor(() => expect(text()).toContain('just now, next on 21/06'))
  expect(await undo()).toBeTruthy()
  expect(screen.getAllByRole('status')).toHaveLength(1)
})

test('a failed row comes back with the reason', async () => {
  const problem = { type: `${PROBLEM_PREFIX}task.ended`, title: 'This task is over.', status: 409 }
  const refusal = Response.json(problem, { status: 409 })
  const lists = {
    [careRoutes.today.path]: () => aToday({ tasks: [OVERDUE] }),
    [plantRoutes.list.path]: () => [aPlant({ placeId: GARDEN.benchB.placeId })],
  }
  show({ answers: { ...done(refusal), ...lists } })
  fireEvent.click(check())
  expect(text()).toContain('Watered')
  expect((await screen.findByRole('alert')).textContent).toBe('This task is over.')
  await waitFor(() => expect(text()).toBe('Water Bird’s eye chili2 days overdue, Bench B'))
})

test('a viewer sees rows without buttons', () => {
  show({ role: 'viewer' })
  expect([text(), screen.queryAllByRole('button')]).toEqual(['Water Bird’s eye chili2 days overdue, Bench B', []])
})

test('a user who wants to be asked confirms each watering', async () => {
  show({ confirmDialog: true, answers: done() })
  fireEvent.click(check())
  expect(text()).toContain('Water Bird')
  expect(screen.getByText('Do you really want to water this plant now?')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Water' }))
  await waitFor(() => expect(text()).toContain('next on 21/06'))
  expect(screen.queryByText('Do you really want to water this plant now?')).toBeNull()
  expect(document.activeElement).toBe(await undo())
})

async function openMenu() {
  fireEvent.click(screen.getByRole('button', { name: /^More for/ }))
  await screen.findByText('Snooze “Water Bird’s eye chili”')
}

test('the menu of a row snoozes until a time of the household, which can be undone', async () => {
  const until = '2026-06-16T22:00:00.000Z'
  const answers = {
    '/snooze': (body: unknown) => ({ ...OVERDUE, ...(body as object), snoozedUntil: until, dueDate: '2026-06-17' }),
  }
  show({ answers })
  await openMenu()
  fireEvent.click(screen.getByRole('button', { name: /^Tomorrow/ }))
  await waitFor(() => expect(text()).toContain('snoozed until 17/06'))
  expect(calls[0]?.body).toEqual({ until })
  fireEvent.click(await undo())
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ until: null }))
})

test('the menu of a row skips it once', async () => {
  show({ answers: { '/skip': () => REPLY } })
  await openMenu()
  fireEvent.click(screen.getByRole('button', { name: /^Skip/ }))
  await waitFor(() => expect(text()).toContain('skipped, next on 21/06'))
})

test('the third snooze offers the real interval to a gardener', async () => {
  const task = { ...OVERDUE, every: 7, snoozes: 3, suggestedEvery: 9 }
  const answers = { [`PATCH ${taskRoutes.list.path}/${task.taskId}`]: () => ({ ...task, every: 9 }) }
  show({ task, role: 'gardener', answers })
  await openMenu()
  fireEvent.click(screen.getByRole('button', { name: 'Every 9 days instead of 7' }))
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ every: 9 }]))
})

test('the third snooze offers a carer no change of the plan', async () => {
  show({ task: { ...OVERDUE, every: 7, snoozes: 3, suggestedEvery: 9 }, role: 'carer' })
  await openMenu()
  expect(screen.queryByRole('button', { name: /instead of/ })).toBeNull()
})
