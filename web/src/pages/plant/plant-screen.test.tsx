import {
  careRoutes,
  photoRoutes,
  placeRoutes,
  plantRoutes,
  probeRoutes,
  settingRoutes,
  taskRoutes,
  userRoutes,
  defaultSettings,
  householdRoutes,
  type Care,
  type HouseholdRole,
  type Photo,
  type Plant,
  type Task,
} from '@greenhouse/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { toast as shown } from 'react-hot-toast/headless'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { aCare } from '../../shared/care/care.fixture.ts'
import { aPhoto } from '../../shared/care/photo/photo.fixture.ts'
import { aHousehold, aSharedHousehold, clientAs } from '../../shared/household/household.fixture.ts'
import { aPlant } from '../../shared/plant/plant.fixture.ts'
import { aTask } from '../../shared/task/task-sheet.fixture.ts'
import { Toaster } from '../../ui/toaster.tsx'
import { PlantScreen } from './plant-screen.tsx'

/** The address that undoes an entry and those of the same request. */
const growthOf = ({ plantId }: Plant) => probeRoutes.growth.path.replace(':plantId', plantId)
const UNDONE = `${careRoutes.remove.path.replace(':careId', aCare().careId)}?batch=1`
const PLANT = aPlant({ species: 'Solanum lycopersicum', planted: new Date(Date.now() - 96 * 86_400_000).toISOString() })

beforeAll(() => {
  // happy-dom knows no popovers.
  HTMLElement.prototype.hidePopover = () => {}
})
afterEach(() => {
  cleanup()
  // Toasts outlive the page that shows them.
  shown.remove()
  vi.unstubAllGlobals()
})

interface Served {
  plant?: Plant
  role?: HouseholdRole
  tasks?: readonly Task[]
  care?: readonly Care[]
  photos?: readonly Photo[]
  id?: string
  failing?: readonly string[]
}

/** Opens the page. Returns the requests that change something, and those of the log. */
function open({
  plant = PLANT,
  role = 'owner',
  tasks = [],
  care = [],
  photos = [],
  id = plant.plantId,
  failing = [],
}: Served = {}) {
  const sent: unknown[] = []
  const logs: string[] = []
  const replies: Record<string, unknown> = {
    [plantRoutes.list.path]: [plant],
    [taskRoutes.list.path]: tasks,
    [placeRoutes.list.path]: [],
    [growthOf(plant)]: { light: null, degreeDays: null },
    [photoRoutes.list.path.replace(':plantId', plant.plantId)]: photos,
    [settingRoutes.get.path]: defaultSettings,
    [householdRoutes.list.path]: [role === 'owner' ? aHousehold() : aSharedHousehold(role)],
  }
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname, search, searchParams } = new URL(url, 'http://localhost')
    if (method !== 'GET') {
      sent.push([method, pathname + search, typeof body === 'string' ? JSON.parse(body) : undefined])
      if (method === 'DELETE') return new Response(null, { status: 204 })
      return Response.json({ care: [aCare({ kind: 'feed' })], task: aTask({ dueDate: '2999-06-21' }), merged: false })
    }
    if ([userRoutes.get.path, ...failing].includes(pathname)) return new Response('', { status: 500 })
    if (pathname !== careRoutes.list.path) return Response.json(replies[pathname] ?? [])
    logs.push(search)
    const rest = care.slice(care.findIndex(({ careId }) => careId === searchParams.get('before')) + 1)
    const kinds = searchParams.get('kinds')
    return Response.json(
      rest.filter(({ kind }) => kinds === null || kind === kinds).slice(0, Number(searchParams.get('limit'))),
    )
  })
  const { hook, searchHook } = memoryLocation({ path: `/plants/${id}` })
  render(
    <QueryClientProvider client={clientAs(role)}>
      <Router hook={hook} searchHook={searchHook}>
        <Route path="/plants/:id" component={PlantScreen} />
        <Toaster />
      </Router>
    </QueryClientProvider>,
  )
  return { sent, logs }
}

const panel = async (name: string) => within(await screen.findByRole('region', { name }))

test('the page of a plant names its type, species and age', async () => {
  open()
  const heading = await screen.findByRole('heading', { level: 1, name: 'San Marzano' })
  expect(heading.parentElement?.textContent).toContain('Tomato, Solanum lycopersicum, day 96')
})

test('the page of an unknown plant says that there is none', async () => {
  open({ id: '0190a1b2-0000-4000-8000-00000000ffff' })
  await screen.findByRole('heading', { name: 'There is no such plant' })
  expect(screen.getByRole('link', { name: 'See your plants' }).getAttribute('href')).toBe('/plants')
})

test.each<[HouseholdRole, string[]]>([
  ['viewer', []],
  ['carer', ['Water', 'Add note or photo', 'Done: Feed', 'Add a note']],
  [
    'gardener',
    [
      'Water',
      'Add note or photo',
      'Edit',
      'More for San Marzano',
      'Remove plant',
      'Add to the plan',
      'Feed, change the plan',
      'Done: Feed',
      'Add a note',
      'Change last watered',
    ],
  ],
])('the page of a plant has these buttons for a %s: %j', async (role, names) => {
  open({ role, tasks: [aTask({ seasons: [] })] })
  await (await panel('Care plan')).findByText('Feed')
  await (await panel('Care log')).findByText('Nothing logged yet.')
  const buttons = [...screen.queryAllByRole('button'), ...screen.queryAllByRole('menuitem')].filter(
    (button) => button.closest('dialog') === null,
  )
  const shown = buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent)
  expect(new Set(shown)).toEqual(new Set(names))
})

test('a task of the care plan is done, and undone', async () => {
  const { sent } = open({ tasks: [aTask({ seasons: [] })] })
  const plan = await panel('Care plan')
  fireEvent.click(await plan.findByRole('button', { name: 'Done: Feed' }))
  await screen.findByText('Fed San Marzano, next on 21/06/2999')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([
    [
      'POST',
      careRoutes.done.path.replace(':taskId', aTask().taskId),
      expect.objectContaining({ careId: expect.any(String) }),
    ],
    ['DELETE', UNDONE, undefined],
  ])
})

test('the care log shows its entries in pages, and of one kind', async () => {
  const at = (index: number) => new Date(Date.UTC(2026, 5, 16) - index * 3_600_000).toISOString()
  const id = (index: number) => `0190a1b2-0000-4000-8000-${String(index).padStart(12, '0')}`
  const entries = Array.from({ length: 60 }, (_, index) => aCare({ careId: id(index), at: at(index) }))
  const note = aCare({ careId: id(99), kind: 'note', note: 'First truss is turning red.', at: at(-1) })
  const { logs } = open({ care: [note, ...entries] })
  const log = await panel('Care log')
  await log.findByText('First truss is turning red.')
  expect(log.getAllByRole('listitem')).toHaveLength(50)
  fireEvent.click(log.getByRole('button', { name: 'Show older' }))
  await waitFor(() => expect(log.getAllByRole('listitem')).toHaveLength(61))
  expect(log.queryByRole('button', { name: 'Show older' })).toBeNull()
  fireEvent.click(log.getByRole('radio', { name: 'Notes' }))
  await waitFor(() => expect(log.getAllByRole('listitem')).toHaveLength(1))
  expect(logs.some((search) => search.includes(`before=${id(48)}`))).toBe(true)
})

test('an entry of several plants is undone after a question that counts the others', async () => {
  const batchId = '0190a1b2-0000-4000-8000-0000000000b1'
  const others = [2, 3, 4].map((index) => aCare({ careId: `0190a1b2-0000-4000-8000-0000000000c${index}`, batchId }))
  const { sent } = open({ care: [aCare({ batchId }), ...others] })
  const log = await panel('Care log')
  fireEvent.click((await log.findAllByRole('menuitem', { name: 'Undo', hidden: true }))[0] ?? document.body)
  const question = within(await screen.findByRole('dialog', { name: 'Undo “Watered”?' }))
  await question.findByRole('checkbox', { name: 'Also for 3 others' })
  fireEvent.click(question.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent).toEqual([['DELETE', UNDONE, undefined]]))
})

test('the page of a plant says which of its parts could not be loaded', async () => {
  open({ failing: [taskRoutes.list.path, careRoutes.list.path, growthOf(PLANT)] })
  await (await panel('Care plan')).findByText('The care plan could not be loaded.')
  await (await panel('Care log')).findByText('The care log could not be loaded.')
  await (await panel('Light and warmth')).findByText('The light and the degree days could not be loaded.')
  expect((await panel('Details')).queryByText('Tomato, every 2 days')).not.toBeNull()
})

test('a dead plant says since when, and can be revived or deleted', async () => {
  open({ plant: { ...PLANT, isDead: true }, care: [aCare({ kind: 'died', at: '2025-06-03T10:00:00Z' })] })
  await screen.findByText('Dead since 03/06/2025')
  screen.getByRole('button', { name: 'Revive plant' })
  screen.getByRole('button', { name: 'Delete plant' })
  expect(screen.queryByRole('button', { name: 'Water' })).toBeNull()
})

test('the care log shows the photos of its entries, and opens one with the text of its entry', async () => {
  const note = aCare({ kind: 'note', note: 'First truss is turning red.' })
  open({ care: [note, aCare({ careId: idOf(8) })], photos: [aPhoto({ careId: note.careId })] })
  const log = await panel('Care log')
  const thumbs = await log.findAllByRole('button', { name: /^Open the photo of 16\/06\/2026/ })
  expect(thumbs).toHaveLength(1)
  expect(thumbs[0]?.closest('li')?.closest('ul')?.closest('li')?.textContent).toContain(note.note)
  for (const thumb of thumbs) fireEvent.click(thumb)
  within(await screen.findByRole('dialog', { name: /^16\/06\/2026/ })).getByText(note.note)
})

test('the page of a plant says that its photos could not be loaded, and the rest stays', async () => {
  open({ failing: [photoRoutes.list.path.replace(':plantId', PLANT.plantId)] })
  await screen.findByText('The photos could not be loaded.')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('San Marzano')
})

function idOf(number: number): string {
  return `0190a1b2-0000-4000-8000-00000000000${number}`
}
