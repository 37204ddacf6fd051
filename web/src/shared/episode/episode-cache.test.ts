import type { Episode } from '@greenhouse/contract'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { anEpisode } from './episode.fixture.ts'
import type { AlertFilter } from '../query-keys.ts'
import { applyEpisodes } from './episode-cache.ts'
import { alertYears, closedEpisodes, episodesBetween, newestEpisodes, openEpisodes } from './episode-queries.ts'

const EVERY: AlertFilter = { year: undefined, deviceId: undefined, severity: undefined, day: undefined }
const at = (hour: number) => new Date(Date.UTC(2026, 5, 16, hour)).toISOString()
const open = (episodeId: string, hour: number, more: Partial<Episode> = {}) =>
  anEpisode({ episodeId, openedAt: at(hour), knownAt: at(hour), ...more })
const closed = (episodeId: string, hour: number, more: Partial<Episode> = {}) =>
  open(episodeId, hour, { closedAt: at(hour + 1), closedKnownAt: at(hour + 1), closedWhy: 'back', ...more })
const ids = (episodes: readonly Episode[] | undefined) => episodes?.map(({ episodeId }) => episodeId).join('')

afterEach(() => void vi.unstubAllGlobals())

describe('a message about episodes', () => {
  function known() {
    const client = new QueryClient()
    client.setQueryData(openEpisodes.queryKey, [open('c', 3), open('a', 1)])
    client.setQueryData(newestEpisodes.queryKey, [open('c', 3)])
    client.setQueryData(alertYears.queryKey, [{ year: 2025, count: 7 }])
    client.setQueryData(closedEpisodes(EVERY).queryKey, { pages: [[closed('z', 0)]], pageParams: [''] })
    const state = {
      client,
      open: () => ids(client.getQueryData(openEpisodes.queryKey)),
      newest: () => ids(client.getQueryData(newestEpisodes.queryKey)),
      closed: (filter: AlertFilter) => client.getQueryData(closedEpisodes(filter).queryKey)?.pages.map(ids),
    }
    return state
  }

  test('a message about episodes adds each opening once, the newest first', () => {
    const cache = known()
    applyEpisodes(cache.client, [open('d', 4), open('b', 2), open('d', 4), open('a', 1)])
    expect(cache.open()).toBe('dcba')
    expect(cache.newest()).toBe('abdc')
    expect(cache.client.getQueryData(alertYears.queryKey)).toEqual([
      { year: 2026, count: 1 },
      { year: 2025, count: 7 },
    ])
  })

  test('a message about episodes moves closed ones to the closed list, ordered by opening', () => {
    const cache = known()
    applyEpisodes(cache.client, [closed('a', 1)])
    expect(cache.open()).toBe('c')
    expect(cache.closed(EVERY)).toEqual(['az'])
    applyEpisodes(cache.client, [closed('y', -1)])
    expect(cache.closed(EVERY)).toEqual(['azy'])
  })

  test('a message about episodes updates acknowledgements in place', () => {
    const cache = known()
    applyEpisodes(cache.client, [open('a', 1, { acknowledgedBy: 'Kim', acknowledgedAt: at(5) })])
    expect(cache.open()).toBe('ca')
    expect(cache.client.getQueryData(openEpisodes.queryKey)?.[1]?.acknowledgedBy).toBe('Kim')
  })

  test('a message about episodes changes no list with another filter, and no page that is not loaded', () => {
    const cache = known()
    const other = { ...EVERY, severity: 'critical' as const }
    cache.client.setQueryData(closedEpisodes(other).queryKey, { pages: [[]], pageParams: [''] })
    applyEpisodes(cache.client, [closed('a', 1)])
    expect(cache.closed(other)).toEqual([''])
    applyEpisodes(cache.client, [closed('b', 1, { severity: 'critical' })])
    expect(cache.closed(other)).toEqual(['b'])
    const nextDay = { ...EVERY, day: '2026-06-18' }
    cache.client.setQueryData(closedEpisodes(nextDay).queryKey, { pages: [[]], pageParams: [''] })
    applyEpisodes(cache.client, [closed('a', 1), closed('over', 1, { closedAt: '2026-06-18T12:00:00.000Z' })])
    expect(cache.closed(nextDay)).toEqual(['over'])
    const full = Array.from({ length: 50 }, (_, index) => closed('x', 60 - index))
    cache.client.setQueryData(closedEpisodes(EVERY).queryKey, { pages: [full], pageParams: [''] })
    applyEpisodes(cache.client, [closed('old', 1)])
    expect(cache.closed(EVERY)?.[0]).not.toContain('old')
  })

  test('a message about episodes reaches the charts of its device within their range', () => {
    const { client } = known()
    const deviceId = anEpisode().deviceId ?? ''
    const query = (device: string, from: number) => episodesBetween([device], { from: at(from), to: at(9) }).queryKey
    for (const key of [query(deviceId, 0), query(deviceId, 4), query('other', 0)]) client.setQueryData(key, [])
    applyEpisodes(client, [closed('a', 1)])
    expect(ids(client.getQueryData(query(deviceId, 0)))).toBe('a')
    expect(ids(client.getQueryData(query(deviceId, 4)))).toBe('')
    expect(ids(client.getQueryData(query('other', 0)))).toBe('')
  })

  test('a message about episodes causes no request', () => {
    const fetch = vi.fn<typeof globalThis.fetch>()
    vi.stubGlobal('fetch', fetch)
    applyEpisodes(known().client, [open('d', 4), closed('a', 1)])
    expect(fetch).not.toHaveBeenCalled()
  })
})

test('the episodes of a range are fetched page by page, at most a thousand per device', async () => {
  const asked: URLSearchParams[] = []
  const rows = Array.from({ length: 1400 }, () => anEpisode({ episodeId: crypto.randomUUID() }))
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'http://localhost').searchParams
    asked.push(query)
    const start = rows.findIndex(({ episodeId }) => episodeId === query.get('before')) + 1
    const length = query.get('deviceId') === 'small' ? 250 : rows.length
    return Response.json(rows.slice(start, Math.min(start + 200, length)))
  })
  const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' }
  const found = await new QueryClient().fetchQuery(episodesBetween(['small', 'large'], range))
  expect(found).toEqual([...rows.slice(0, 250), ...rows.slice(0, 1000)])
  expect(asked.map((query) => [query.get('from'), query.get('to')])).toEqual(asked.map(() => [range.from, range.to]))
  expect(asked).toHaveLength(2 + 5)
})
