import type { Episode } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anEpisode } from '../shared/episode/episode.fixture.ts'
import { STORED, store } from '../lib/storage.ts'
import { alertMark, useAlertMark } from './alert-badge.tsx'
import { applyEpisodes } from '../shared/episode/episode-cache.ts'
import { UNSEEN_MAX } from '../shared/episode/episode-queries.ts'
import { seenUntil, setSeenUntil } from '../shared/episode/seen.ts'
import { useMarkSeen } from '../pages/alerts/alerts-screen.tsx'

const at = (minute: number) => new Date(Date.UTC(2026, 5, 16, 11, minute)).toISOString()
const episode = (minute: number, more: Partial<Episode> = {}) =>
  anEpisode({ episodeId: crypto.randomUUID(), knownAt: at(minute), ...more })

beforeEach(() => store(STORED.alertSeen, null))
afterEach(() => {
  store(STORED.alertSeen, null)
  vi.unstubAllGlobals()
})

const OPEN = [
  { kind: 'above', openedAt: at(1), acknowledgedAt: null },
  { kind: 'silent', openedAt: at(1), acknowledgedAt: at(2) },
  { kind: 'due', openedAt: at(1), acknowledgedAt: null },
] as const

test('the alert badge counts unacknowledged open alerts, without plants that are due', () => {
  expect(alertMark(OPEN, [episode(3)], at(2))).toEqual({ unanswered: 1, hasUnseenClosed: false })
})

test.each([
  [null, true],
  [at(8), true],
  [at(9), false],
])('the alert badge of a browser last seen at %s shows unseen closed alerts: %s', (seen, hasUnseenClosed) => {
  const late = episode(9, { openedAt: '2026-01-01T00:00:00.000Z', closedAt: '2026-01-01T01:00:00.000Z' })
  expect(alertMark([], [episode(10), late], seen)).toEqual({ unanswered: 0, hasUnseenClosed })
})

test('a value stored by an earlier version marks all alerts of now as seen', () => {
  store(STORED.alertSeen, '0190a1b2-0000-4000-8000-000000000001')
  const seen = seenUntil()
  expect(Math.abs(Date.parse(String(seen)) - Date.now())).toBeLessThan(5000)
  expect(seenUntil()).toBe(seen)
})

test('the time up to which alerts were seen never moves backward', () => {
  setSeenUntil(at(5))
  setSeenUntil(at(3))
  expect(seenUntil()).toBe(at(5))
})

function shown(episodes: Episode[]) {
  const asked: URLSearchParams[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'http://localhost').searchParams
    if (query.get('state') === 'open') return Response.json([])
    asked.push(query)
    const after = query.get('knownAfter') ?? ''
    return Response.json(episodes.filter(({ knownAt }) => knownAt > after).slice(0, Number(query.get('limit'))))
  })
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const hook = () => ({ ...useAlertMark(), markSeen: useMarkSeen() })
  return { client, asked, ...renderHook(hook, { wrapper }) }
}

const over = (minute: number) => episode(minute, { closedAt: at(minute) })

test('requests only alerts newer than the last visit, and none is unseen after the next', async () => {
  setSeenUntil(at(1))
  const { client, asked, result } = shown([over(3), over(2), over(1)])
  await waitFor(() => expect(result.current.hasUnseenClosed).toBe(true))
  expect(asked[0]?.get('knownAfter')).toBe(at(1))
  act(() => result.current.markSeen())
  expect(result.current.hasUnseenClosed).toBe(false)
  expect(seenUntil()).toBe(at(3))
  const next = episode(4)
  act(() => applyEpisodes(client, [next]))
  await waitFor(() => expect(result.current.unanswered).toBe(1))
  act(() => result.current.markSeen())
  act(() => applyEpisodes(client, [{ ...next, closedAt: at(6), closedKnownAt: at(6) }]))
  await waitFor(() => expect(result.current).toMatchObject({ unanswered: 0, hasUnseenClosed: false }))
  expect(asked).toHaveLength(1)
})

test('requests further pages of unseen alerts until none is left', async () => {
  const { asked, result } = shown(Array.from({ length: UNSEEN_MAX + 5 }, (_, index) => over(index)))
  await waitFor(() => expect(result.current.hasUnseenClosed).toBe(true))
  act(() => result.current.markSeen())
  await waitFor(() => expect(asked).toHaveLength(2))
  await waitFor(() => expect(result.current.hasUnseenClosed).toBe(true))
  act(() => result.current.markSeen())
  expect(result.current.hasUnseenClosed).toBe(false)
})
