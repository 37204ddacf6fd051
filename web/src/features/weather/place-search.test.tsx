import { addressOf, weatherRoutes } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PlaceSearch } from './place-search.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a city is searched for from two characters on, after 400 ms without another', async () => {
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
