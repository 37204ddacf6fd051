import {
  careRoutes,
  defaultSettings,
  householdRoutes,
  placeRoutes,
  plantRoutes,
  settingRoutes,
  type Plant,
} from '@greenhouse/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { aCare } from '../../shared/care/care.fixture.ts'
import { aHousehold, clientAs } from '../../shared/household/household.fixture.ts'
import { aPlant } from '../../shared/plant/plant.fixture.ts'
import { Toaster } from '../../ui/toaster.tsx'
import { openQueueOf, USER_ID } from '../../shared/queue/queue.fixture.ts'
import { queue } from '../../shared/queue/queue.ts'
import { OFFER_MS } from '../../ui/use-offer.ts'
import { PlantsScreen } from './plants-screen.tsx'

const DAY = 86_400_000

beforeAll(() => {
  // happy-dom knows no popovers.
  HTMLElement.prototype.hidePopover = () => {}
})
afterEach(() => {
  cleanup()
  window.localStorage.clear()
  vi.unstubAllGlobals()
})

function plant(index: number, plantName: string, dueIn: number | null, more: Partial<Plant> = {}): Plant {
  return aPlant({
    plantId: `0190a1b2-0000-4000-8000-${String(index).padStart(12, '0')}`,
    plantName,
    waterEvery: dueIn === null ? null : 10,
    lastWatered: new Date(Date.now() - (10 - (dueIn ?? 0)) * DAY - DAY / 4).toISOString(),
    ...more,
  })
}

const CHILI = plant(1, 'Chili', -2)
const LEMON = plant(2, 'Lemon', 0)
const BASIL = plant(3, 'Sweet basil', 4)
const FERN = plant(4, 'Fern', null)

/** Opens the page. Returns the requests that change something, and the addresses. */
function open(plants: readonly Plant[], path = '/plants') {
  const sent: unknown[] = []
  const replies: Record<string, unknown> = {
    [plantRoutes.list.path]: plants,
    [placeRoutes.list.path]: [],
    [settingRoutes.get.path]: defaultSettings,
    [householdRoutes.list.path]: [aHousehold()],
    [careRoutes.add.path]: { care: [aCare({ at: new Date().toISOString() })], merged: false },
  }
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname, search } = new URL(url, 'http://localhost')
    if (method !== 'GET')
      sent.push([method, pathname + search, typeof body === 'string' ? JSON.parse(body) : undefined])
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(replies[pathname] ?? [])
  })
  const { hook, searchHook, history } = memoryLocation({ path, record: true })
  render(
    <QueryClientProvider client={clientAs('owner')}>
      <Router hook={hook} searchHook={searchHook}>
        <PlantsScreen />
        <Toaster />
      </Router>
    </QueryClientProvider>,
  )
  return { sent, history }
}

const namesIn = (section: string) =>
  within(screen.getByRole('region', { name: section }))
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent)

test('shows plants in sections by their due date, and fills only the button of the first thirsty one', async () => {
  open([FERN, BASIL, LEMON, CHILI])
  await screen.findByRole('heading', { name: 'Overdue' })
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Overdue',
    'Today',
    'This week',
    'No plan',
  ])
  expect(namesIn('Overdue')).toEqual(['Chili'])
  const buttons = screen.getAllByRole('button', { name: /^Water / }).filter((one) => one.closest('article'))
  expect(buttons.map(({ className }) => className.includes('bg-leaf '))).toEqual([true, false, false, false])
})

test('a section of the week shows eight plants, and the others on request', async () => {
  open(Array.from({ length: 10 }, (_, index) => plant(index, `Plant ${index}`, 3)))
  fireEvent.click(await screen.findByRole('button', { name: 'Show 2 more' }))
  expect(namesIn('This week')).toHaveLength(10)
})

test('a list of more than sixty plants folds those that are not due', async () => {
  open([CHILI, ...Array.from({ length: 61 }, (_, index) => plant(index + 10, `Plant ${index}`, 3))])
  await screen.findByRole('heading', { name: 'Overdue' })
  expect(screen.getAllByRole('article')).toHaveLength(1)
  fireEvent.click(within(screen.getByRole('region', { name: 'This week' })).getByRole('button', { expanded: false }))
  expect(namesIn('This week')).toHaveLength(8)
  screen.getByRole('button', { name: 'Show 53 more' })
})

test('a search is kept in the address, and a misspelt name is corrected', async () => {
  const { history } = open([BASIL, LEMON], '/plants?search=basl')
  await screen.findByText('No plants found')
  fireEvent.click(screen.getByRole('button', { name: 'Sweet basil' }))
  await screen.findByRole('heading', { level: 3, name: 'Sweet basil' })
  expect(history.at(-1)).toBe('/plants?search=Sweet+basil')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } })
  await screen.findByRole('heading', { level: 3, name: 'Lemon' })
  expect(history.at(-1)).toBe('/plants')
})

test('the filter of dead plants is kept in the address', async () => {
  const { history } = open([plant(5, 'Orchid', 1, { isDead: true }), LEMON])
  fireEvent.click(await screen.findByRole('switch', { name: 'View dead' }))
  await screen.findByRole('heading', { level: 2, name: 'Dead' })
  expect(history.at(-1)).toBe('/plants?dead=1')
})

test('the selected plants are watered by one request, and that is undone', async () => {
  const { sent } = open([CHILI, LEMON, BASIL, FERN])
  await screen.findByRole('heading', { name: 'Overdue' })
  fireEvent.click(screen.getByRole('button', { name: 'Select' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Chili' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Sweet basil' }), { shiftKey: true })
  const bar = within(screen.getByRole('toolbar', { name: 'Selected plants' }))
  expect(bar.getByRole('status').textContent).toBe('3 selected')
  fireEvent.click(bar.getByRole('button', { name: 'Water 3' }))
  await screen.findByText('Watered 3 plants')
  expect(screen.queryByRole('toolbar')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Watering undone')
  expect(sent).toEqual([
    [
      'POST',
      careRoutes.add.path,
      expect.objectContaining({ kind: 'water', plantIds: [CHILI, LEMON, BASIL].map(({ plantId }) => plantId) }),
    ],
    ['DELETE', `${careRoutes.remove.path.replace(':careId', aCare().careId)}?batch=1`, undefined],
  ])
})

test('logs other care for the selected plants, and links to their labels', async () => {
  const { sent, history } = open([CHILI, LEMON, BASIL])
  await screen.findByRole('heading', { name: 'Overdue' })
  const select = () => {
    fireEvent.click(screen.getByRole('button', { name: 'Select' }))
    for (const name of ['Chili', 'Lemon']) fireEvent.click(screen.getByRole('checkbox', { name }))
    return within(screen.getByRole('toolbar', { name: 'Selected plants' }))
  }
  fireEvent.click(select().getByRole('button', { name: 'Other care' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Other care' }))
  fireEvent.click(sheet.getByRole('radio', { name: 'Fed' }))
  fireEvent.click(sheet.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  const plantIds = [CHILI.plantId, LEMON.plantId]
  expect(sent).toEqual([['POST', careRoutes.add.path, expect.objectContaining({ kind: 'feed', plantIds })]])
  fireEvent.click(select().getByRole('button', { name: 'Labels' }))
  expect(history.at(-1)).toBe(`/labels?plants=${plantIds.join(',')}`)
})

test('a watered card offers to undo that in its place, with the focus on it, for eight seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { sent } = open([CHILI, LEMON])
  const press = async (name: string) => {
    const button = await screen.findByRole('button', { name })
    button.focus()
    fireEvent.click(button)
  }
  await press('Water Chili')
  const undo = await screen.findByRole('button', { name: 'Undo: watered Chili' })
  expect(undo.ownerDocument.activeElement).toBe(undo)
  expect(screen.queryByText('Watered Chili')).toBeNull()
  fireEvent.click(undo)
  await screen.findByRole('button', { name: 'Water Chili' })
  expect(sent.map((one) => (one as unknown[]).slice(0, 2))).toEqual([
    ['POST', careRoutes.add.path],
    ['DELETE', `${careRoutes.remove.path.replace(':careId', aCare().careId)}?batch=1`],
  ])

  await press('Water Lemon')
  const next = await screen.findByRole('button', { name: 'Undo: watered Lemon' })
  // It stays while the pointer is on it.
  fireEvent.pointerEnter(next, { pointerType: 'mouse' })
  await act(async () => void (await vi.advanceTimersByTimeAsync(OFFER_MS)))
  expect(screen.queryByRole('button', { name: 'Undo: watered Lemon' })).not.toBeNull()
  fireEvent.pointerLeave(next)
  await act(async () => void (await vi.advanceTimersByTimeAsync(OFFER_MS)))
  expect(screen.queryByRole('button', { name: 'Undo: watered Lemon' })).toBeNull()
})

/** Holds the reply to a watering until it is given. */
function holdWatering() {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const others = fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const reply = await others(url, init)
    return init?.method === 'POST' && url.startsWith(careRoutes.add.path) ? promise : reply
  })
  return resolve
}

test('a tapped card offers the undo before the server replies, and sends it after the reply', async () => {
  const { sent } = open([CHILI])
  const reply = holdWatering()
  fireEvent.click(await screen.findByRole('button', { name: 'Water Chili' }))
  fireEvent.click(screen.getByRole('button', { name: 'Undo: watered Chili' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  reply(Response.json({ care: [aCare({ at: new Date().toISOString() })], merged: false }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual(['DELETE', `${careRoutes.add.path}/${aCare().careId}?batch=1`, undefined])
  expect(await screen.findByRole('button', { name: 'Water Chili' })).toBeTruthy()
})

test('the card of a refused watering offers no undo, and says why', async () => {
  open([CHILI])
  const reply = holdWatering()
  fireEvent.click(await screen.findByRole('button', { name: 'Water Chili' }))
  screen.getByRole('button', { name: 'Undo: watered Chili' })
  reply(Response.json({ type: 'x', title: 'This plant is dead.', status: 409 }, { status: 409 }))
  expect(await screen.findByText('This plant is dead.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Water Chili' })).toBeTruthy()
})

test('Escape ends the selection of all overdue plants', async () => {
  open([CHILI, LEMON])
  await screen.findByRole('heading', { name: 'Overdue' })
  fireEvent.click(screen.getByRole('button', { name: 'Select' }))
  fireEvent.click(screen.getByRole('button', { name: 'Select all 1 overdue' }))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Chili' }).checked).toBe(true)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
})

test('Ctrl A selects the section that has the focus, or else the first one', async () => {
  open([CHILI, LEMON, BASIL, plant(5, 'Mint', 4)])
  await screen.findByRole('heading', { name: 'Overdue' })
  fireEvent.click(screen.getByRole('button', { name: 'Select' }))
  const press = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'a', ctrlKey: true })
  const chosen = () =>
    screen.getAllByRole('checkbox', { checked: true }).map(({ parentElement }) => parentElement?.textContent)
  press()
  expect(chosen()).toEqual(['Chili'])
  screen.getByRole('checkbox', { name: 'Mint' }).focus()
  press()
  expect(new Set(chosen())).toEqual(new Set(['Chili', 'Mint', 'Sweet basil']))
  screen.getByRole('searchbox').focus()
  expect(press()).toBe(true)
})

test('Arrange shows a few plants as a list, and this browser keeps that', async () => {
  open([CHILI, BASIL])
  await screen.findByRole('heading', { name: 'Overdue' })
  expect(screen.getByText('2 plants. One is overdue.')).toBeTruthy()
  fireEvent.click(within(screen.getByRole('menu', { name: 'Arrange', hidden: true })).getByText('List'))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  cleanup()
  open([CHILI, BASIL])
  await screen.findByRole('heading', { name: 'Overdue' })
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

test('a card says that its watering waits for the network, also after a reload, and Undo takes it back', async () => {
  const network = await openQueueOf()
  network.setOnline(false)
  onTestFinished(network.end)
  const { sent } = open([CHILI, LEMON])
  fireEvent.click(await screen.findByRole('button', { name: 'Water Chili' }))
  const card = () => within(screen.getAllByRole('article').find(({ textContent }) => textContent.includes('Chili'))!)
  await waitFor(() => expect(card().getByText('waits for the network')).toBeDefined())
  expect(card().queryByRole('button', { name: 'Water Chili' })).toBeNull()

  cleanup()
  queue.close()
  await queue.open(USER_ID)
  open([CHILI, LEMON])
  await screen.findByRole('button', { name: 'Water Lemon' })
  expect(card().getByText('waits for the network')).toBeDefined()
  fireEvent.click(card().getByRole('button', { name: 'Undo: Watered Chili' }))
  await screen.findByRole('button', { name: 'Water Chili' })
  expect([queue.acts, sent]).toEqual([[], []])
})
