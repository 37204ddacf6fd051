import {
  careRoutes,
  episodeRoutes,
  plantRoutes,
  ruleRoutes,
  seriesRoutes,
  type Delivery,
  type Device,
  type Episode,
  type Plant,
  type Rule,
  type Series,
} from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { anEpisode } from '../../shared/episode/episode.fixture.ts'
import { aCare } from '../../shared/task/task.fixture.ts'
import { STORED, store } from '../../lib/storage.ts'
import { AlertsScreen } from './alerts-screen.tsx'

export const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
let ids = 0
export const nextId = () => `0190a1b2-0000-4000-8000-${String(++ids).padStart(12, '0')}`
export const episode = (more: Partial<Episode> = {}) =>
  anEpisode({ episodeId: nextId(), openedAt: ago(90), knownAt: ago(90), worstAt: ago(30), ...more })
export const closed = (more: Partial<Episode> = {}) =>
  episode({ openedAt: ago(600), knownAt: ago(600), closedAt: ago(450), closedWhy: 'back', ...more })
export const note = (text: string, openedAt = ago(600), knownAt = openedAt) => {
  const measured = { metric: null, label: null, limit: null, worstValue: null, worstAt: null }
  return episode({ ...measured, kind: 'note', name: 'Note', text, openedAt, knownAt, closedAt: openedAt })
}
export const BASIL: Plant = {
  plantId: '0190a1b2-0000-4000-8000-0000000000d1',
  plantName: 'Basil',
  plantType: 'Herb',
  species: '',
  plantNotes: '',
  planted: null,
  lastWatered: ago(60 * 24 * 9),
  waterEvery: 7,
  isDead: false,
  createdAt: ago(60 * 24 * 30),
}
export const device = (deviceId: string, deviceName: string): Device => ({
  deviceId,
  deviceName,
  userId: nextId(),
  connected: true,
  deviceDescription: '',
  waitTime: '60',
  createdAt: ago(60 * 24),
  lastSeenAt: ago(1),
  refused: { count: 0, reason: null, at: null },
})
export const due = (more: Partial<Episode> = {}) => {
  const measured = { metric: null, label: null, limit: null, worstValue: null, deviceId: null, seriesId: null }
  const own = { plantId: BASIL.plantId, plantConditionId: BASIL.plantId, ruleId: null }
  const opened = { openedAt: ago(60 * 48), severity: 'info', name: 'Basil', text: 'Basil needs water.' } as const
  return episode({ ...measured, ...own, ...opened, kind: 'due', ...more })
}
export const plain = (element: Element | null | undefined) => (element?.textContent ?? '').replaceAll('\u00a0', ' ')

interface Served {
  readonly open?: readonly Episode[]
  readonly closed?: readonly Episode[]
  readonly filtered?: readonly Episode[]
  readonly plants?: readonly Plant[]
  readonly rules?: readonly Rule[]
  readonly series?: readonly Series[]
  readonly deliveries?: readonly Delivery[]
  readonly devices?: readonly Device[]
  /** Awaited before each reply to an acknowledgement. */
  readonly live?: () => Promise<void>
}

const daysFrom = (from: string) =>
  Array.from({ length: 30 }, (_, index) => {
    const date = new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10)
    return { date, openSeconds: 3600, count: 1 }
  })

const overlapping = (query: URLSearchParams) => {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '9']
  return ({ openedAt, closedAt }: Episode) => openedAt <= to && (closedAt === null || closedAt >= from)
}

const UNANSWERED = { acknowledgedAt: null, acknowledgedBy: null, acknowledgedNote: null }
const answered = (note: string | null) => ({
  acknowledgedAt: ago(0),
  acknowledgedBy: 'Kim',
  acknowledgedNote: note,
})
function renderScreen(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <main id="main" tabIndex={-1}>
        <AlertsScreen />
      </main>
    </QueryClientProvider>,
  )
  return client
}

/** Returns the requested URLs. */
export function show(served: Served, search = ''): string[] {
  return open(served, search).asked
}

/** Renders the screen on what the server has. */
export function open(
  {
    open: stillOpen = [],
    closed: over = [],
    filtered = over,
    plants = [],
    rules = [],
    series = [],
    deliveries = [],
    devices = [],
    live,
  }: Served,
  search = '',
) {
  const asked: string[] = []
  const calls: Array<{ method: string; path: string; body: unknown }> = []
  window.history.replaceState(null, '', `/alerts${search}`)
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    asked.push(`${method} ${path}`)
    calls.push({ method: method ?? 'GET', path, body: typeof body === 'string' ? JSON.parse(body) : undefined })
    if (pathname.endsWith('/deliveries')) return Response.json(deliveries)
    if (pathname === episodeRoutes.acknowledgeMany.path) {
      const { episodeIds, note = null } = JSON.parse(body as string) as { episodeIds: string[]; note?: string }
      const answer = method === 'DELETE' ? UNANSWERED : answered(note)
      stillOpen = stillOpen.map((one) => (episodeIds.includes(one.episodeId) ? { ...one, ...answer } : one))
      return new Response(undefined, { status: 204 })
    }
    if (pathname.endsWith('/acknowledge')) {
      const id = pathname.split('/')[3]
      const one = stillOpen.find(({ episodeId }) => episodeId === id)
      await live?.()
      if (method === 'DELETE') return Response.json(one)
      const note = typeof body === 'string' ? ((JSON.parse(body) as { note?: string }).note ?? null) : null
      return Response.json({ ...one, ...answered(note) })
    }
    if (pathname === episodeRoutes.list.path) {
      const state = searchParams.get('state')
      const isFiltered = searchParams.has('year') || searchParams.has('severity')
      const from = stillOpen.findIndex(({ episodeId }) => episodeId === searchParams.get('before')) + 1
      if (state === 'open') return Response.json(stillOpen.slice(from, from + Number(searchParams.get('limit'))))
      return Response.json(state === 'closed' ? (isFiltered ? filtered : over).filter(overlapping(searchParams)) : [])
    }
    if (pathname === ruleRoutes.list.path) return Response.json(rules)
    if (method === 'PATCH') return Response.json(rules.find(({ ruleId }) => pathname.endsWith(ruleId)))
    if (pathname === plantRoutes.list.path) return Response.json(plants)
    if (pathname === careRoutes.add.path)
      return Response.json({ care: [aCare({ plantId: BASIL.plantId, at: ago(0) })], merged: false })
    if (pathname === seriesRoutes.newest.path) return Response.json(series)
    if (pathname === episodeRoutes.years.path) return Response.json([{ year: 2025, count: 3 }])
    if (pathname === episodeRoutes.days.path) return Response.json(daysFrom(searchParams.get('from') ?? ''))
    return Response.json(devices)
  })
  return { asked, calls, client: renderScreen() }
}

export const rows = (name: string | RegExp) =>
  screen.findAllByRole('list', { name }).then((lists) => lists.flatMap((list) => within(list).getAllByRole('listitem')))

/** Forgets what was seen before and after each test of a file. */
export function useUnseenAlerts() {
  beforeEach(() => store(STORED.alertSeen, null))
  afterEach(() => {
    store(STORED.alertSeen, null)
    vi.unstubAllGlobals()
  })
}
