import { addressOf, weatherRoutes } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from '../../ui/toast.ts'
import { PlaceSearch } from './place-search.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const AWAY = 'The weather service can’t be reached. Greenhouse tries again every 10 minutes; everything else works.'
const problem = (status: number, code: string, title: string) =>
  Response.json({ type: `urn:greenhouse:problem:${code}`, title, status }, { status })

test.each([
  ['nothing is found', () => Response.json([]), 'No city found', []],
  ['the weather service is away', () => problem(503, 'weather.away', AWAY), AWAY, []],
  [
    'there were too many searches',
    () => problem(429, 'weather.too-many', 'Too many searches.'),
    'Too many searches.',
    ['Weather error'],
  ],
])('the list of the search shows that %s', async (_case, answer, words, toasts) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(answer()))
  const said = vi.spyOn(toast, 'error')
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PlaceSearch onChoose={() => undefined} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'Aarhus' } })
  await vi.waitFor(async () => {
    await act(() => vi.advanceTimersByTimeAsync(100).then(() => undefined))
    expect(screen.getByRole('status').textContent).toBe(words)
  })
  expect(said.mock.calls.map(([message]) => message)).toEqual(toasts)
})

test('searches for a city from two characters on, 400 ms after the last', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json([]))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PlaceSearch onChoose={() => undefined} />
    </QueryClientProvider>,
  )
  const type = (value: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value } })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms).then(() => undefined))
  type('A')
  await pass(1000)
  expect(fetch).not.toHaveBeenCalled()
  type('Aa')
  await pass(399)
  type('Aarhus')
  await pass(399)
  expect(fetch).not.toHaveBeenCalled()
  await pass(50)
  expect(fetch.mock.calls.map(([url]) => url)).toEqual([addressOf(weatherRoutes.search, { query: { name: 'Aarhus' } })])
})
