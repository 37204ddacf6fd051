import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settingsQuery } from '../shared/settings/settings-queries.ts'
import { readStored, store, STORED } from '../lib/storage.ts'
import { writeToken } from '../lib/token.ts'
import { queryKeys } from '../shared/query-keys.ts'
import { newQueryClient } from './query-client.ts'
import { persistQueries, restoreQueries } from './persisted-queries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  writeToken(null)
  localStorage.clear()
})

const tokenOf = (userId: string) => `header.${btoa(JSON.stringify({ Id: userId }))}.signature`

function seen(userId: string, build?: string) {
  writeToken(tokenOf(userId))
  const client = new QueryClient()
  const stop = persistQueries(client, { userId }, build)
  client.setQueryData(['plants'], [{ plantName: 'Basil' }], { updatedAt: 1000 })
  client.setQueryData(['history', 'd', 'a', 'b', 500], { records: 'x'.repeat(100) })
  client.setQueryData(['sessions'], ['secret'])
  client.setQueryData(['user'], { firstName: 'Ann', email: 'ann@example.org' })
  vi.advanceTimersByTime(2000)
  stop()
}

test('restores queries with their age, stale and without histories and sessions', () => {
  seen('ann')
  const client = new QueryClient()
  restoreQueries(client, { userId: 'ann' })
  expect(client.getQueryData(['plants'])).toEqual([{ plantName: 'Basil' }])
  expect(client.getQueryState(['plants'])).toMatchObject({ dataUpdatedAt: 1000, isInvalidated: true })
  expect(client.getQueryData(['sessions'])).toBeUndefined()
  expect(readStored(STORED.queries)).not.toContain('history')
})

test('refetches restored settings, though they never become stale', async () => {
  writeToken(tokenOf('ann'))
  const known = {
    celsius: true,
    darkTheme: false,
    confirmDialog: false,
    secretMode: false,
    browserFormat: false,
    twelveHours: false,
  }
  const client = new QueryClient()
  const stop = persistQueries(client, { userId: 'ann' })
  client.setQueryData(settingsQuery.queryKey, known)
  vi.advanceTimersByTime(2000)
  stop()

  const reloaded = new QueryClient()
  restoreQueries(reloaded, { userId: 'ann' })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ...known, celsius: false })))
  const close = new QueryObserver(reloaded, settingsQuery).subscribe(() => {})
  expect(reloaded.getQueryData(settingsQuery.queryKey)).toEqual(known)
  const celsius = () => reloaded.getQueryData(settingsQuery.queryKey)?.celsius
  await vi.waitFor(() => expect(celsius()).toBe(false), { timeout: 60_000 })
  close()
})

test.each(['pagehide', 'visibilitychange'])('persists the newest queries on %s', (event) => {
  writeToken(tokenOf('ann'))
  const client = new QueryClient()
  const stop = persistQueries(client, { userId: 'ann' })
  client.setQueryData(['plants'], [{ plantName: 'Basil' }])
  expect(readStored(STORED.queries)).toBeNull()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  if (event === 'pagehide') window.dispatchEvent(new Event(event))
  else document.dispatchEvent(new Event(event))
  expect(readStored(STORED.queries)).toContain('Basil')
  stop()
})

test('persists no data of the user account', () => {
  seen('ann')
  expect(readStored(STORED.queries)).toContain('Basil')
  expect(readStored(STORED.queries)).not.toContain('ann@example.org')
})

test('restores nothing for another user', () => {
  seen('ann')
  const client = new QueryClient()
  restoreQueries(client, { userId: 'bob' })
  expect(client.getQueryData(['plants'])).toBeUndefined()
  expect(readStored(STORED.queries)).toBeNull()
})

test('restores only what is about the person for another household', () => {
  writeToken(tokenOf('ann'))
  const client = new QueryClient()
  const stop = persistQueries(client, { userId: 'ann', householdId: 'allotment' })
  client.setQueryData(['plants'], [{ plantName: 'Basil' }])
  client.setQueryData(['households'], [{ name: 'Allotment' }])
  vi.advanceTimersByTime(2000)
  stop()
  const restored = (householdId?: string) => {
    const reloaded = new QueryClient()
    restoreQueries(reloaded, { userId: 'ann', householdId })
    return [reloaded.getQueryData(['plants']), reloaded.getQueryData(['households'])]
  }
  expect(restored()).toEqual([undefined, [{ name: 'Allotment' }]])
  expect(restored('allotment')).toEqual([[{ plantName: 'Basil' }], [{ name: 'Allotment' }]])
})

test('restores the tasks of each place', () => {
  writeToken(tokenOf('ann'))
  const client = new QueryClient()
  const stop = persistQueries(client, { userId: 'ann' })
  for (const place of [undefined, 'bench']) client.setQueryData(queryKeys.tasks.todayIn(place), { date: place })
  client.setQueryData(queryKeys.tasks.list, [{ label: 'Sweep' }])
  vi.advanceTimersByTime(2000)
  stop()
  const reloaded = new QueryClient()
  restoreQueries(reloaded, { userId: 'ann' })
  expect(reloaded.getQueryData(queryKeys.tasks.todayIn('bench'))).toEqual({ date: 'bench' })
  expect(reloaded.getQueryData(queryKeys.tasks.todayIn(undefined))).toEqual({})
  expect(reloaded.getQueryData(queryKeys.tasks.list)).toEqual([{ label: 'Sweep' }])
})

test('restores the last twenty entries of each opened plant, without those of a kind', () => {
  writeToken(tokenOf('ann'))
  const client = new QueryClient()
  const stop = persistQueries(client, { userId: 'ann' })
  const page = (from: number) => Array.from({ length: 50 }, (_, index) => ({ careId: from + index }))
  const log = { pages: [page(0), page(50)], pageParams: [undefined, '49'] }
  client.setQueryData(queryKeys.care.of({ plantId: 'fern' }), log)
  client.setQueryData(queryKeys.care.of({ plantId: 'fern', kind: 'feed' }), log)
  vi.advanceTimersByTime(2000)
  stop()
  const reloaded = new QueryClient()
  restoreQueries(reloaded, { userId: 'ann' })
  expect(reloaded.getQueryData(queryKeys.care.of({ plantId: 'fern' }))).toEqual({
    pages: [page(0).slice(0, 20)],
    pageParams: [null],
  })
  expect(reloaded.getQueryData(queryKeys.care.of({ plantId: 'fern', kind: 'feed' }))).toBeUndefined()
})

test('leaves out the oldest logs when there is no room for all', () => {
  writeToken(tokenOf('ann'))
  const client = new QueryClient()
  const stop = persistQueries(client, { userId: 'ann' })
  const log = { pages: [[{ note: 'x'.repeat(400_000) }]], pageParams: [null] }
  for (const [index, plantId] of ['fern', 'lemon', 'basil'].entries())
    client.setQueryData(queryKeys.care.of({ plantId }), log, { updatedAt: index + 1 })
  client.setQueryData(queryKeys.plants, [{ plantName: 'Fern' }], { updatedAt: 0 })
  vi.advanceTimersByTime(2000)
  stop()
  const reloaded = new QueryClient()
  restoreQueries(reloaded, { userId: 'ann' })
  expect(['fern', 'lemon', 'basil'].map((plantId) => reloaded.getQueryData(queryKeys.care.of({ plantId })))).toEqual([
    undefined,
    log,
    log,
  ])
  expect(reloaded.getQueryData(queryKeys.plants)).toEqual([{ plantName: 'Fern' }])
})

test('keeps what no screen has shown for an hour', () => {
  writeToken(tokenOf('ann'))
  const client = newQueryClient()
  const stop = persistQueries(client, { userId: 'ann' })
  client.setQueryData(queryKeys.plants, [{ plantName: 'Basil' }])
  client.setQueryData(queryKeys.care.of({ plantId: 'fern' }), { pages: [[]], pageParams: [null] })
  vi.advanceTimersByTime(3_600_000)
  client.setQueryData(queryKeys.devices, [])
  vi.advanceTimersByTime(2000)
  stop()
  const reloaded = new QueryClient()
  restoreQueries(reloaded, { userId: 'ann' })
  expect(reloaded.getQueryData(queryKeys.plants)).toEqual([{ plantName: 'Basil' }])
  expect(reloaded.getQueryData(queryKeys.care.of({ plantId: 'fern' }))).toEqual({ pages: [[]], pageParams: [null] })
})

test('removes unreadable persisted data', () => {
  store(STORED.queries, '{')
  restoreQueries(new QueryClient(), { userId: 'ann' })
  expect(readStored(STORED.queries)).toBeNull()
})

test('writes nothing after the end of the session', () => {
  writeToken(tokenOf('ann'))
  const client = new QueryClient()
  const stop = persistQueries(client, { userId: 'ann' })
  client.setQueryData(['plants'], [{ plantName: 'Basil' }])
  writeToken(null)
  vi.advanceTimersByTime(2000)
  stop()
  expect(readStored(STORED.queries)).toBeNull()
})

test('removes the data of another build unread', () => {
  seen('ann', 'old')
  const client = new QueryClient()
  restoreQueries(client, { userId: 'ann' }, 'new')
  expect(client.getQueryData(['plants'])).toBeUndefined()
  expect(readStored(STORED.queries)).toBeNull()
})
