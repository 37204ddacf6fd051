import { topic, type Household, type ServerMessage } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aCare } from '../shared/care/care.fixture.ts'
import { aHousehold } from '../shared/household/household.fixture.ts'
import { live } from '../shared/live/live.ts'
import { aPlant } from '../shared/plant/plant.fixture.ts'
import { queryKeys } from '../shared/query-keys.ts'
import { collectChanges, useFreshCache } from './use-fresh-cache.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  // Ends the minute in which a card names who watered.
  vi.runOnlyPendingTimers()
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

function opened(households: Household[]) {
  const heard = new Map<string, (message: ServerMessage) => void>()
  vi.spyOn(live, 'subscribe').mockImplementation((name, listener) => {
    heard.set(name, listener)
    return () => void heard.delete(name)
  })
  const { client, asked } = shown()
  client.setQueryData(queryKeys.households, households)
  client.setQueryData(queryKeys.plants, [aPlant()])
  const Page = () => {
    useFreshCache('ann')
    return undefined
  }
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  return { client, asked, heard }
}

test('a watering by somebody else is shown without a fetch', async () => {
  const garden = aHousehold()
  const { client, asked, heard } = opened([garden])
  // All that is personal arrives by this topic, too.
  expect([...heard.keys()]).toEqual([topic.householdOf(garden.householdId)])
  const { plantId, at } = aCare()
  const watered = [{ plantId: plantId ?? '', lastWatered: at }]
  const content = { householdId: garden.householdId, care: [aCare()], removed: [], tasks: [], watered }
  const say = heard.get(topic.householdOf(garden.householdId))
  act(() => say?.({ eventType: 'care', ...content }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(client.getQueryData(queryKeys.plants)).toMatchObject([{ plantId, lastWatered: at }])
  expect(asked).toEqual([])
  // Of too many at once there is only a report.
  act(() => say?.({ eventType: 'ServerReportsChange', changed: ['care', 'tasks', 'plants', 'alerts'] }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual(['plants'])
})

test('a person in no household gets their own changes', () => {
  expect([...opened([]).heard.keys()]).toEqual([topic.changesOf('ann')])
})

test('refetches old data when the connection opens late, and recent data when it is shown next', async () => {
  const garden = aHousehold()
  const subscribed = vi.spyOn(live, 'onSubscribed')
  const { client, asked } = opened([garden])
  const queryFn = () => asked.push('devices')
  const options = { queryKey: queryKeys.devices, queryFn, staleTime: 10_000, initialData: 0 }
  new QueryObserver(client, options).subscribe(() => {})
  const connect = () => subscribed.mock.calls[0]?.[0]([topic.householdOf(garden.householdId)])
  connect()
  await vi.advanceTimersByTimeAsync(0)
  expect([asked, client.getQueryState(queryKeys.devices)?.isInvalidated]).toEqual([[], true])
  for (const queryKey of [queryKeys.devices, queryKeys.plants, queryKeys.settings]) client.setQueryData(queryKey, 0)
  await vi.advanceTimersByTimeAsync(11_000)
  connect()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual(['devices'])
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

test('refetches after a change that arrived before a change of the household', async () => {
  const garden = aHousehold()
  const { client, asked, heard } = opened([garden])
  const say = heard.get(topic.householdOf(garden.householdId))
  act(() => say?.({ eventType: 'ServerReportsChange', changed: ['plants'] }))
  act(() => void client.setQueryData(queryKeys.households, [{ ...garden, timeZone: 'Asia/Tokyo' }]))
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual(['plants'])
})
