import { searchRoutes, type SearchReply } from '@greenhouse/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { writeToken } from '../../lib/token.ts'
import { clientAs } from '../../shared/household/household.fixture.ts'
import { queryKeys } from '../../shared/query-keys.ts'
import { SearchButton } from './search-button.tsx'

const idOf = (end: number) => `0190a1b2-0000-4000-8000-${String(end).padStart(12, '0')}`
const plant = (plantName: string, end: number) => ({
  plantId: idOf(end),
  plantName,
  plantType: 'Herb',
  species: '',
  isDead: false,
  placeId: null,
})
const BASIL = plant('Basil', 1)
const NONE = { total: 0, hits: [] }

beforeEach(() => writeToken(`header.${btoa(JSON.stringify({ Id: 'ann' }))}.signature`))
afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

interface Served {
  reply?: Partial<SearchReply>
  isDown?: boolean
}

function open({ reply = {}, isDown = false }: Served = {}, role: 'owner' | 'viewer' = 'owner') {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (isDown) throw new TypeError('Failed to fetch')
    if (pathname !== searchRoutes.find.path) return Response.json([])
    asked.push(searchParams.get('q') ?? '')
    return Response.json({
      plants: NONE,
      places: NONE,
      devices: NONE,
      tasks: NONE,
      care: NONE,
      species: NONE,
      ...reply,
    })
  })
  const { hook, searchHook, history } = memoryLocation({ path: '/', record: true })
  const client = clientAs(role)
  render(
    <QueryClientProvider client={client}>
      <Router hook={hook} searchHook={searchHook}>
        <SearchButton />
        <textarea aria-label="Notes" />
      </Router>
    </QueryClientProvider>,
  )
  return { asked, history, client }
}

const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Search' })
const button = () => screen.getByRole('button', { name: 'Search, Ctrl K' })
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent.replace(/ ?Open ?$/, ''))
const chosen = () => screen.getByRole('option', { selected: true }).textContent

async function search(text: string) {
  fireEvent.keyDown(document.body, { key: '/' })
  await userEvent.type(await field(), text)
}

test.each([
  ['/', {}],
  ['k', { ctrlKey: true }],
  ['K', { metaKey: true }],
])('the key %s opens the search with its field', async (key, modifiers) => {
  open()
  fireEvent.keyDown(document.body, { key, ...modifiers })
  expect((await field()).closest('dialog')?.open).toBe(true)
})

test('a slash in a field is a slash, and Ctrl K opens the search from there', async () => {
  open()
  const notes = screen.getByLabelText('Notes')
  fireEvent.keyDown(notes, { key: '/' })
  fireEvent.keyDown(document.body, { key: '/', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'k' })
  expect(screen.queryByRole('combobox')).toBeNull()
  fireEvent.keyDown(notes, { key: 'k', ctrlKey: true })
  expect(await field()).toBeDefined()
})

test('finds by kind, marks the hit, and opens the chosen one with Enter', async () => {
  const places = { total: 1, hits: [{ placeId: idOf(7), name: 'Basil bed', kind: 'bed', parentId: null } as const] }
  const { asked, history } = open({ reply: { plants: { total: 1, hits: [BASIL] }, places } })
  await search('bas')
  await screen.findByText('2 results')
  expect(asked).toEqual(['bas'])
  expect(options()).toEqual(['Basil, Herb', 'Basil bed, Bed'])
  expect(screen.getAllByText('Bas').map(({ tagName }) => tagName)).toEqual(['MARK', 'MARK'])
  expect(chosen()).toContain('Basil, Herb')
  await userEvent.keyboard('{ArrowDown}')
  expect(chosen()).toContain('Basil bed')
  await userEvent.keyboard('{ArrowDown}')
  expect(chosen()).toContain('Basil, Herb')
  await userEvent.keyboard('{ArrowUp}{Enter}')
  expect(history.at(-1)).toBe(`/?place=${idOf(7)}`)
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})

test('an own species is found by its common name, and opens in the list of species', async () => {
  const hits = [
    { speciesId: idOf(8), name: 'Rosa canina', commonName: 'Dog rose' },
    { speciesId: idOf(9), name: 'Rosa canina', commonName: 'Rosa canina' },
  ]
  const { history } = open({ reply: { species: { total: 2, hits } } })
  await search('ros')
  await screen.findByText('2 results')
  expect(options()).toEqual(['Dog rose, Rosa canina, own species', 'Rosa canina, Own species'])
  await userEvent.keyboard('{Enter}')
  expect(history.at(-1)).toBe(`/species?show=${idOf(8)}`)
})

test('three of a kind are shown, then all', async () => {
  const hits = [1, 2, 3, 4, 5].map((end) => plant(`Basil ${end}`, end))
  open({ reply: { plants: { total: 5, hits } } })
  await search('basil')
  fireEvent.click(await screen.findByRole('option', { name: 'All 5' }))
  expect(options()).toHaveLength(5)
})

test('Escape clears what is typed, then closes', async () => {
  open()
  fireEvent.click(button())
  const typed = await field()
  await userEvent.type(typed, 'x')
  await userEvent.keyboard('{Escape}')
  expect(typed.value).toBe('')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})

test('an empty field lists what was opened last, and pages', async () => {
  open({ reply: { plants: { total: 1, hits: [BASIL] } } })
  await search('bas')
  await screen.findByText('1 result')
  fireEvent.click(screen.getByRole('option'))
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  fireEvent.click(button())
  const last = within(await screen.findByRole('group', { name: 'Last opened' }))
  expect(last.getAllByRole('option')).toHaveLength(1)
  const pages = within(screen.getByRole('group', { name: 'Go to' }))
  expect(pages.getByRole('option', { name: /Add a plant/ })).toBeDefined()
})

test('a search without results says so, and offers to add a plant', async () => {
  open()
  await search('pelargonim')
  await screen.findByText('Nothing found for “pelargonim”')
  const add = screen.getByRole('link', { name: 'Add a plant “pelargonim”' })
  expect(add.getAttribute('href')).toBe('/plants?add=pelargonim')
})

test('a viewer is offered nothing that changes the household', async () => {
  open({}, 'viewer')
  fireEvent.click(button())
  await field()
  expect(screen.queryByRole('option', { name: /Add a plant|New rule/ })).toBeNull()
  await userEvent.type(await field(), 'pelargonim')
  await screen.findByText('Nothing found for “pelargonim”')
  expect(screen.queryByRole('link')).toBeNull()
})

test('a search without a network covers what the browser knows, and says so', async () => {
  const { client } = open({ isDown: true })
  const basil = { ...BASIL, plantNotes: '', placeId: undefined, lastWatered: null, waterEvery: null, planted: null }
  client.setQueryData(queryKeys.plants, [{ ...basil, createdAt: new Date().toISOString() }])
  const species = (speciesId: string, name: string, own: boolean) => ({ speciesId, name, own, family: '', names: {} })
  client.setQueryData(queryKeys.species, [
    species(idOf(2), 'Ocimum basilicum', false),
    species(idOf(3), 'Basil X', true),
  ])
  await search('básil')
  await screen.findByText('No network. Only what this browser knows was searched.')
  expect(options()).toEqual(['Basil, Herb', 'Basil X, Own species'])
})
