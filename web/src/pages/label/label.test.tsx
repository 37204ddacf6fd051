import {
  addressOf,
  careRoutes,
  defaultSettings,
  householdRoutes,
  labelRoutes,
  placeRoutes,
  plantRoutes,
  PROBLEM_PREFIX,
  settingRoutes,
  taskRoutes,
  type Care,
  type Household,
  type HouseholdRole,
  type Plant,
  type Task,
} from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { toast as shown } from 'react-hot-toast/headless'
import { afterEach, expect, test, vi } from 'vitest'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { queryKeys } from '../../shared/query-keys.ts'
import { aHousehold, aSharedHousehold } from '../../shared/household/household.fixture.ts'
import { Toaster } from '../../ui/toaster.tsx'
import { LabelScreen } from './label-screen.tsx'

const DAY = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString()
const GARDEN = aHousehold({ timeZone: 'UTC' })
const LEMON: Plant = {
  plantId: '0190a1b2-0000-4000-8000-0000000000d1',
  plantName: 'Lemon',
  plantType: 'Citrus',
  plantNotes: '',
  planted: null,
  lastWatered: ago(6.01),
  waterEvery: 6,
  isDead: false,
  createdAt: ago(60),
}
const WATER: Task = {
  taskId: '0190a1b2-0000-4000-8000-0000000000e1',
  plantId: LEMON.plantId,
  placeId: null,
  kind: 'water',
  label: '',
  note: '',
  repeat: 'after',
  every: 6,
  unit: 'day',
  weekdays: [],
  monthDay: 1,
  month: 1,
  startsOn: ago(60).slice(0, 10),
  seasons: [],
  amount: null,
  amountUnit: null,
  assignedTo: null,
  reminds: false,
  dueAt: ago(0.01),
  dueDate: ago(0.01).slice(0, 10),
  snoozedUntil: null,
  snoozes: 0,
  lastDoneAt: LEMON.lastWatered,
  lastDoneBy: 'Kim',
  suggestedEvery: null,
  endedAt: null,
  soil: null,
}
const CHECK: Task = {
  ...WATER,
  taskId: '0190a1b2-0000-4000-8000-0000000000e2',
  kind: 'custom',
  label: 'Checked for scale',
  dueDate: ago(-2).slice(0, 10),
}
const LATER: Task = {
  ...CHECK,
  taskId: '0190a1b2-0000-4000-8000-0000000000e3',
  label: 'Turned',
  dueDate: ago(-20).slice(0, 10),
}
const CODE = addressOf(labelRoutes.plant, { params: { code: '7QK4MN2P' } })
const DONE = addressOf(careRoutes.done, { params: { taskId: CHECK.taskId } })

afterEach(() => {
  cleanup()
  // Toasts outlive the page that shows them.
  shown.remove()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function entry(careId: string, name = 'Asta'): Care {
  return {
    careId,
    plantId: LEMON.plantId,
    placeId: null,
    taskId: null,
    kind: 'water',
    label: '',
    at: new Date().toISOString(),
    by: { userId: null, name },
    source: 'person',
    note: '',
    amount: null,
    amountUnit: null,
    batchId: null,
  }
}

interface Served {
  isOffline?: boolean
  /** The codes that this browser keeps. */
  kept?: readonly string[]
  role?: HouseholdRole
  plant?: Plant
  households?: readonly Household[]
  tasks?: readonly Task[]
  code?: () => Response
  /** The person who had watered less than a minute before. */
  mergedWith?: string
  confirms?: boolean
}

function open(served: Served = {}) {
  const { role = 'owner', plant = LEMON, tasks = [WATER, CHECK, LATER], mergedWith, confirms = false } = served
  const own = role === 'owner' ? GARDEN : aSharedHousehold(role, { timeZone: 'UTC' })
  const { households = [own], isOffline = false, kept } = served
  const found = () => Response.json({ plantId: LEMON.plantId, householdId: households.at(-1)?.householdId })
  const sent: Array<readonly [string, string, Record<string, unknown>]> = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (isOffline) throw new TypeError('Failed to fetch')
    const path = url.replace(/\?.*/, '')
    const given = typeof body === 'string' ? JSON.parse(body) : {}
    if (method !== 'GET') sent.push([method, path, given])
    if (path === CODE) return (served.code ?? found)()
    if (path === careRoutes.add.path)
      return Response.json({ care: [entry(given.careId, mergedWith)], merged: mergedWith !== undefined })
    if (path === DONE)
      return Response.json({
        care: [entry(given.careId)],
        task: { ...CHECK, dueDate: '2031-06-22' },
        merged: false,
      })
    if (path === settingRoutes.get.path) return Response.json({ ...defaultSettings, confirmDialog: confirms })
    const lists: Readonly<Record<string, unknown>> = {
      [householdRoutes.list.path]: households,
      [plantRoutes.list.path]: [plant],
      [placeRoutes.list.path]: [],
      [taskRoutes.list.path]: tasks,
    }
    return path in lists ? Response.json(lists[path]) : new Response(null, { status: 204 })
  })
  const location = memoryLocation({ path: '/p/7qk4-mn2p', record: true })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  if (kept) {
    client.setQueryData(queryKeys.households, households)
    client.setQueryData(queryKeys.plants, [plant])
    client.setQueryData(
      queryKeys.plantCodes,
      kept.map((one) => ({ plantId: plant.plantId, code: one })),
    )
  }
  if (isOffline) vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(
    <QueryClientProvider client={client}>
      <Router hook={location.hook} searchHook={location.searchHook}>
        <Route path="/p/:id" component={LabelScreen} />
        <Toaster />
      </Router>
    </QueryClientProvider>,
  )
  return { sent, history: location.history }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('a scanned label shows the plant with its code and what is due', async () => {
  open()
  await screen.findByRole('heading', { level: 1, name: 'Lemon' })
  await button('Checked for scale due in 2 days')
  expect(screen.getByText('7QK4-MN2P')).toBeDefined()
  expect(screen.getByText('Due today')).toBeDefined()
  expect(screen.getByText(/^Last watered: .* by/).textContent).toMatch(/ by Kim$/)
  expect(screen.queryByRole('button', { name: /Turned/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Note or photo' }).getAttribute('href')).toBe(
    `/plants/${LEMON.plantId}?note=1`,
  )
})

test('one tap waters the plant, and Undo takes it back', async () => {
  const { sent } = open()
  await button('Checked for scale due in 2 days')
  fireEvent.click(await button('Watered'))
  await screen.findByText('Watered just now')
  const next = new Date(Date.now() + 6 * DAY)
  const shown = [next.getUTCDate(), next.getUTCMonth() + 1].map((part) => String(part).padStart(2, '0')).join('/')
  expect(screen.getByText(`next on ${shown}`)).toBeDefined()
  const [method, path, body] = sent[0] ?? []
  expect([method, path, body]).toEqual([
    'POST',
    careRoutes.add.path,
    { careId: expect.any(String), plantIds: [LEMON.plantId], kind: 'water' },
  ])
  fireEvent.click(await button('Undo'))
  await button('Watered')
  const careId = String(body?.['careId'])
  expect(sent[1]?.slice(0, 2)).toEqual(['DELETE', addressOf(careRoutes.remove, { params: { careId } })])
})

test('a task that was done stays with its Undo', async () => {
  const { sent } = open()
  fireEvent.click(await button('Checked for scale due in 2 days'))
  await screen.findByText('Checked for scale just now')
  expect(screen.getByText('next on 22/06')).toBeDefined()
  expect(sent.map(([method, path]) => [method, path])).toEqual([['POST', DONE]])
  expect(await button('Undo')).toBeDefined()
})

test('a watering of somebody else a moment before is named and is not to be undone', async () => {
  open({ mergedWith: 'Kim' })
  fireEvent.click(await button('Watered'))
  expect((await screen.findByText(/did it just now/)).textContent).toBe('Kim did it just now')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a person who wants questions is asked before the plant is watered', async () => {
  const { sent } = open({ confirms: true })
  await waitFor(() => expect(screen.getByText(/Last watered/)).toBeDefined())
  fireEvent.click(await button('Watered'))
  expect(sent).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: 'Water', hidden: true }))
  await screen.findByText('Watered just now')
})

test('a viewer sees no buttons and no link to write a note', async () => {
  open({ role: 'viewer' })
  await screen.findByRole('heading', { level: 1, name: 'Lemon' })
  expect(screen.getByText(/You can look at this household/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Note or photo' })).toBeNull()
})

test('a dead plant is not watered', async () => {
  open({ plant: { ...LEMON, isDead: true } })
  await screen.findByText('Dead')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a code of nobody’s plant has the page of an unknown address', async () => {
  const problem = { type: `${PROBLEM_PREFIX}plant.not-found`, title: 'Not found', status: 404 }
  open({ code: () => Response.json(problem, { status: 404 }) })
  expect(await screen.findByRole('heading', { name: 'Nothing grows here' })).toBeDefined()
})

test('a plant of another household brings that household to the screen', async () => {
  const other = aSharedHousehold('carer', { householdId: '0190a1b2-0000-4000-8000-0000000000f2' })
  const { history } = open({ households: [GARDEN, other] })
  await waitFor(() => expect(history.at(-1)).toBe(`/p/7qk4-mn2p?household=${other.householdId}`))
  await screen.findByRole('heading', { level: 1, name: 'Lemon' })
})

test('a label that was never scanned here opens without a network by the codes that are kept', async () => {
  open({ isOffline: true, kept: ['7QK4MN2P'] })
  await screen.findByRole('heading', { level: 1, name: 'Lemon' })
  expect(await button('Watered')).toBeDefined()
})

test('the label of an unknown plant says without a network that it needs one, with a way on', async () => {
  open({ isOffline: true, kept: ['00000000'] })
  await screen.findByRole('heading', { name: 'This label needs the network' })
  expect(screen.getByText(/^7QK4-MN2P is not known on this phone yet/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'See your plants' }).getAttribute('href')).toBe('/plants')
})

test('a kept code that no longer exists has the page of an unknown address', async () => {
  const problem = { type: `${PROBLEM_PREFIX}plant.not-found`, title: 'Not found', status: 404 }
  open({ kept: ['7QK4MN2P'], code: () => Response.json(problem, { status: 404 }) })
  expect(await screen.findByRole('heading', { name: 'Nothing grows here' })).toBeDefined()
})
