import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryKeys } from '../shared/query-keys.ts'
import { collectChanges } from './use-fresh-cache.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

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
