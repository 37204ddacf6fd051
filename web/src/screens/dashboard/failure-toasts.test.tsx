import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from '../../ui/toast.ts'
import { useSayFailure } from '../../ui/use-say-failure.ts'
import { FAILURE_COLLECTION_MS, useFailureToast } from './use-failure-toast.ts'

let client: QueryClient
let isAway: boolean
const said = vi.spyOn(toast, 'error')
afterAll(() => said.mockRestore())

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  isAway = true
  said.mockClear()
})

afterEach(() => void vi.useRealTimers())

function usePart(key: string) {
  return useQuery({
    queryKey: [key],
    queryFn: async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      if (isAway) throw new Error('away')
      return key
    },
  })
}

function Dashboard() {
  useFailureToast({ devices: [usePart('devices')], plants: [usePart('plants')] })
  return undefined
}

function Devices() {
  useSayFailure(usePart('devices'), 'Failed to load devices')
  return undefined
}

async function show(Screen: () => undefined) {
  render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  )
  await settle()
}

const settle = () => act(() => vi.advanceTimersByTimeAsync(FAILURE_COLLECTION_MS + 100))

async function askAgain() {
  void client.refetchQueries()
  await settle()
}

test.each([
  ['the dashboard', Dashboard, 'Failed to load: devices, plants'],
  ['a screen', Devices, 'Failed to load devices'],
])('%s says once that the server is away, and again only after it was there', async (_name, Screen, words) => {
  await show(Screen)
  expect(said.mock.calls).toEqual([[words]])
  await askAgain()
  expect(said).toHaveBeenCalledTimes(1)

  isAway = false
  await askAgain()
  isAway = true
  await askAgain()
  expect(said.mock.calls).toEqual([[words], [words]])
})
