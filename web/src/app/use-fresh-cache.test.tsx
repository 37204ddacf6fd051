import { topic, type ServerMessage } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aHousehold } from '../shared/household/household.fixture.ts'
import { live } from '../shared/live/live.ts'
import { queryKeys } from '../shared/query-keys.ts'
import { collectChanges, useFreshCache } from './use-fresh-cache.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function shown() {
  const client = new QueryClient()
  const asked: unknown[] = []
  for (const queryKey of [queryKeys.plants, queryKeys.settings]) {
    const queryFn = () => asked.push(queryKey[0])
    new QueryObserver(client, { queryKey, queryFn, staleTime: Infinity, initialData: 0 }).subscribe(() => {})
  }
  return { client, asked, changes: collectChanges(client) }
}

test('refetches only data that another browser changed, once for simultaneous changes', async () => {
  const { asked, changes } = shown()
  for (let count = 0; count < 5; count++)
    changes.add({ eventType: 'ServerReportsChange', changed: ['plants', 'sessions'] })
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual(['plants'])
})

test('refetches after a change only once pending mutations are saved', async () => {
  const { client, asked, changes } = shown()
  let settle = () => {}
  const saving = new Promise<void>((resolve) => (settle = resolve))
  void client
    .getMutationCache()
    .build(client, { mutationFn: () => saving })
    .execute(undefined)
  changes.add({ eventType: 'ServerReportsChange', changed: ['settings'] })
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual([])
  settle()
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual(['settings'])
})

test('shows what changed while the first reply was on its way', async () => {
  const client = new QueryClient()
  const replies: Array<(value: string) => void> = []
  const queryFn = () => new Promise<string>((resolve) => replies.push(resolve))
  new QueryObserver(client, { queryKey: queryKeys.devices, queryFn }).subscribe(() => {})
  collectChanges(client).add({ eventType: 'ServerReportsChange', changed: ['devices'] })
  await vi.advanceTimersByTimeAsync(1000)
  expect(replies).toHaveLength(2)
  replies[0]?.('before')
  replies[1]?.('after')
  await vi.advanceTimersByTimeAsync(0)
  expect(client.getQueryState(queryKeys.devices)).toMatchObject({ data: 'after', fetchStatus: 'idle', error: null })
})

test('refetches after a change that arrived before the household was known', async () => {
  const heard = new Map<string, (message: ServerMessage) => void>()
  vi.spyOn(live, 'subscribe').mockImplementation((name, listener) => {
    heard.set(name, listener)
    return () => void heard.delete(name)
  })
  const { client, asked } = shown()
  client.setDefaultOptions({ queries: { enabled: false } })
  const Page = () => {
    useFreshCache('ann')
    return undefined
  }
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  heard.get(topic.changesOf('ann'))?.({ eventType: 'ServerReportsChange', changed: ['plants'] })
  const garden = aHousehold()
  act(() => void client.setQueryData(queryKeys.households, [garden]))
  await vi.advanceTimersByTimeAsync(1000)
  expect(heard.has(topic.householdOf(garden.householdId))).toBe(true)
  expect(asked).toEqual(['plants'])
})
