import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from '../../ui/toast.ts'
import { useLoadFailureToast } from '../../ui/use-load-failure-toast.ts'
import { FAILURE_COLLECTION_MS, useFailureToast } from './use-failure-toast.ts'

let client: QueryClient
let away: readonly string[]
const said = vi.spyOn(toast, 'error')
const dismissed = vi.spyOn(toast, 'dismiss')
afterAll(() => {
  said.mockRestore()
  dismissed.mockRestore()
})

beforeEach(() => {
  vi.useFakeTimers()
  client = aClient()
  away = ['devices', 'plants']
  said.mockClear()
  dismissed.mockClear()
})

afterEach(() => {
  cleanup()
  client.clear()
  vi.useRealTimers()
})

const ANSWER_MS = 50
const aClient = () => new QueryClient({ defaultOptions: { queries: { retry: 2 } } })

function usePart(key: string) {
  return useQuery({
    queryKey: [key],
    queryFn: async () => {
      await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
      if (away.includes(key)) throw new Error('away')
      return key
    },
  })
}

function Dashboard() {
  useFailureToast({ devices: [usePart('devices')], weather: [usePart('weather')], plants: [usePart('plants')] })
  return undefined
}

function Devices() {
  useLoadFailureToast(usePart('devices'), 'Failed to load devices')
  return undefined
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** Longer than all retries. */
const settle = () => pass(10_000)

async function show(Screen: () => undefined) {
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  )
  await pass(0)
  return unmount
}

async function askAgain() {
  void client.refetchQueries()
  await settle()
}

const words = () => said.mock.calls.map(([message]) => message)

test('the dashboard shows the first failure after 800 ms, without waiting for retries', async () => {
  await show(Dashboard)
  await pass(FAILURE_COLLECTION_MS)
  expect(words()).toEqual([])
  await pass(ANSWER_MS + 50)
  expect(words()).toEqual(['Failed to load: devices, plants'])
})

test('the dashboard shows the failure of a part once per session, and later ones of other parts', async () => {
  const leave = await show(Dashboard)
  await settle()
  away = []
  await askAgain()
  away = ['devices', 'weather']
  await askAgain()
  expect(words()).toEqual(['Failed to load: devices, plants', 'Failed to load: weather'])

  leave()
  await show(Dashboard)
  await askAgain()
  expect(said).toHaveBeenCalledTimes(2)

  client = aClient()
  await show(Dashboard)
  await settle()
  expect(words().at(-1)).toBe('Failed to load: devices, weather')
})

test('a failure of the dashboard is not shown on another page', async () => {
  const leave = await show(Dashboard)
  await pass(FAILURE_COLLECTION_MS)
  leave()
  await settle()
  expect(words()).toEqual([])

  const leaveAgain = await show(Dashboard)
  await settle()
  const [shown] = said.mock.results
  expect(dismissed).not.toHaveBeenCalled()
  leaveAgain()
  expect(dismissed.mock.calls).toEqual([[shown?.value]])
})

test('a page reports an unreachable server once until it was reachable again', async () => {
  await show(Devices)
  await settle()
  expect(words()).toEqual(['Failed to load devices'])
  await askAgain()
  expect(said).toHaveBeenCalledTimes(1)

  away = []
  await askAgain()
  away = ['devices']
  await askAgain()
  expect(words()).toEqual(['Failed to load devices', 'Failed to load devices'])
})
