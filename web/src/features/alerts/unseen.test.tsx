import type { Episode } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anEpisode } from '../../lib/episode-examples.ts'
import { STORED, store } from '../../lib/storage.ts'
import { applyEpisodes } from './episode-cache.ts'
import { UNSEEN_MAX } from './episode-queries.ts'
import { seenUntil, setSeenUntil } from './seen.ts'
import { unseenCount, useUnseenAlerts } from './unseen.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 5, 16, 11, minute)).toISOString()
const episode = (minute: number, more: Partial<Episode> = {}) =>
  anEpisode({ episodeId: crypto.randomUUID(), knownAt: at(minute), ...more })

beforeEach(() => store(STORED.alertSeen, null))
afterEach(() => {
  store(STORED.alertSeen, null)
  vi.unstubAllGlobals()
})

test.each([
  [null, 3],
  [at(0), 3],
  [at(1), 2],
  [at(3), 0],
])('after %s was seen, %i are new', (seen, count) => {
  expect(unseenCount([episode(3), episode(2), episode(1)], seen)).toBe(count)
})

test('an alert about a value of long ago is new when it came after the last look', () => {
  const late = episode(9, { openedAt: '2026-01-01T00:00:00.000Z' })
  expect(unseenCount([episode(3), late], at(5))).toBe(1)
})

test('what an earlier version stored counts as a look at everything known by now', () => {
  store(STORED.alertSeen, '0190a1b2-0000-4000-8000-000000000001')
  const seen = seenUntil()
  expect(Math.abs(Date.parse(String(seen)) - Date.now())).toBeLessThan(5000)
  expect(seenUntil()).toBe(seen)
})

test('a look never goes back', () => {
  setSeenUntil(at(5))
  setSeenUntil(at(3))
  expect(seenUntil()).toBe(at(5))
})

function shown(episodes: Episode[]) {
  const asked: URLSearchParams[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'http://localhost').searchParams
    asked.push(query)
    const after = query.get('knownAfter') ?? ''
    return Response.json(episodes.filter(({ knownAt }) => knownAt > after).slice(0, Number(query.get('limit'))))
  })
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return { client, asked, ...renderHook(useUnseenAlerts, { wrapper }) }
}

test('only what became known since is asked for, and a look at it leaves nothing', async () => {
  setSeenUntil(at(1))
  const { client, asked, result } = shown([episode(3), episode(2), episode(1)])
  await waitFor(() => expect(result.current.count).toBe(2))
  expect(asked[0]?.get('knownAfter')).toBe(at(1))
  act(() => result.current.markSeen())
  expect(result.current.count).toBe(0)
  expect(seenUntil()).toBe(at(3))
  // One that comes live counts, and its end does not count once it was seen.
  const next = episode(4)
  act(() => applyEpisodes(client, [next]))
  await waitFor(() => expect(result.current.count).toBe(1))
  act(() => result.current.markSeen())
  act(() => applyEpisodes(client, [{ ...next, closedAt: at(6), closedKnownAt: at(6) }]))
  expect(result.current.count).toBe(0)
  expect(asked).toHaveLength(1)
})

test('more than are counted are asked for again until none is left', async () => {
  const { result } = shown(Array.from({ length: UNSEEN_MAX + 5 }, (_, index) => episode(index)))
  await waitFor(() => expect(result.current.count).toBe(UNSEEN_MAX))
  act(() => result.current.markSeen())
  await waitFor(() => expect(result.current.count).toBe(5))
})
