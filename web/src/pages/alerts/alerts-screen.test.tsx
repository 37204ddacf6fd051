import {
  addressOf,
  alertRoutes,
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
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setSeenUntil } from '../../shared/episode/seen.ts'
import { anEpisode } from '../../shared/episode/episode.fixture.ts'
import { aRule } from '../../shared/rule/rule.fixture.ts'
import { aSeries } from '../../shared/series/series.fixture.ts'
import { aCare } from '../../shared/task/task.fixture.ts'
import { STORED, store } from '../../lib/storage.ts'
import { AlertsScreen } from './alerts-screen.tsx'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
let ids = 0
const nextId = () => `0190a1b2-0000-4000-8000-${String(++ids).padStart(12, '0')}`
const episode = (more: Partial<Episode> = {}) =>
  anEpisode({ episodeId: nextId(), openedAt: ago(90), knownAt: ago(90), worstAt: ago(30), ...more })
const closed = (more: Partial<Episode> = {}) =>
  episode({ openedAt: ago(600), knownAt: ago(600), closedAt: ago(450), closedWhy: 'back', ...more })
const note = (text: string, openedAt = ago(600), knownAt = openedAt) => {
  const measured = { metric: null, label: null, limit: null, worstValue: null, worstAt: null }
  return episode({ ...measured, kind: 'note', name: 'Note', text, openedAt, knownAt, closedAt: openedAt })
}
const BASIL: Plant = {
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
const due = (more: Partial<Episode> = {}) => {
  const measured = { metric: null, label: null, limit: null, worstValue: null, deviceId: null, seriesId: null }
  const own = { plantId: BASIL.plantId, plantConditionId: BASIL.plantId, ruleId: null }
  const opened = { openedAt: ago(60 * 48), severity: 'info', name: 'Basil', text: 'Basil needs water.' } as const
  return episode({ ...measured, ...own, ...opened, kind: 'due', ...more })
}
const plain = (element: Element | null | undefined) => (element?.textContent ?? '').replaceAll('\u00a0', ' ')

interface Served {
  readonly open?: readonly Episode[]
  readonly closed?: readonly Episode[]
  readonly filtered?: readonly Episode[]
  readonly plants?: readonly Plant[]
  readonly rules?: readonly Rule[]
  readonly series?: readonly Series[]
  readonly deliveries?: readonly Delivery[]
}

/** Returns the requested URLs. */
function show(
  { open = [], closed: over = [], filtered = over, plants = [], rules = [], series = [], deliveries = [] }: Served,
  search = '',
): string[] {
  const asked: string[] = []
  window.history.replaceState(null, '', `/alerts${search}`)
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    asked.push(`${method} ${path}`)
    if (pathname.endsWith('/deliveries')) return Response.json(deliveries)
    if (pathname.endsWith('/acknowledge')) {
      const id = pathname.split('/')[3]
      const one = open.find(({ episodeId }) => episodeId === id)
      return Response.json({ ...one, acknowledgedAt: ago(0), acknowledgedBy: 'Kim' })
    }
    if (pathname === episodeRoutes.list.path) {
      const state = searchParams.get('state')
      const isFiltered = searchParams.has('year') || searchParams.has('severity')
      const from = open.findIndex(({ episodeId }) => episodeId === searchParams.get('before')) + 1
      if (state === 'open') return Response.json(open.slice(from, from + Number(searchParams.get('limit'))))
      return Response.json(state === 'closed' ? (isFiltered ? filtered : over) : [])
    }
    if (pathname === ruleRoutes.list.path) return Response.json(rules)
    if (pathname === plantRoutes.list.path) return Response.json(plants)
    if (pathname === careRoutes.add.path)
      return Response.json({ care: [aCare({ plantId: BASIL.plantId, at: ago(0) })], merged: false })
    if (pathname === seriesRoutes.newest.path) return Response.json(series)
    if (pathname === alertRoutes.years.path) return Response.json([2026])
    return Response.json([] satisfies Device[])
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <AlertsScreen />
    </QueryClientProvider>,
  )
  return asked
}

const rows = (name: string | RegExp) =>
  screen.findAllByRole('list', { name }).then((lists) => lists.flatMap((list) => within(list).getAllByRole('listitem')))

beforeEach(() => {
  store(STORED.alertSeen, null)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #see: (entries: Array<{ isIntersecting: boolean }>) => void
      constructor(see: (entries: Array<{ isIntersecting: boolean }>) => void) {
        this.#see = see
      }
      observe() {
        queueMicrotask(() => act(() => this.#see([{ isIntersecting: true }])))
      }
      disconnect() {}
    },
  )
})
afterEach(() => {
  store(STORED.alertSeen, null)
  vi.unstubAllGlobals()
})

describe('open alerts', () => {
  test('the open alerts show cause, start, limit and worst value, unacknowledged and severe ones first', async () => {
    const info = episode({ severity: 'info', name: 'Shed' })
    const known = episode({ severity: 'critical', name: 'Bench', acknowledgedAt: ago(5), acknowledgedBy: 'Kim' })
    const critical = episode({ severity: 'critical', openedAt: ago(120), ruleName: 'Heat' })
    show({ open: [info, known, critical] })
    const [first, second, third = document.body] = await rows('Open alerts')
    expect(plain(first)).toMatch(
      /^Temperature in Tomato house, above 28 °C CriticalHeatsince.*, 2 hlimit28 °Chighest31,3 °C at /,
    )
    expect(plain(second)).toContain('Temperature in Shed, above 28 °C Info')
    expect(plain(third)).toMatch(/Acknowledged by Kim /)
    expect(within(third).queryByRole('button', { name: 'Acknowledge' })).toBeNull()
    expect(screen.getByText(/^3 open, 1 of them acknowledged\./)).toBeDefined()
  })

  test('the open alerts are grouped by unacknowledged, due plants and others, critical ones first', async () => {
    const open = [
      episode({ name: 'Known', severity: 'critical', acknowledgedAt: ago(1) }),
      due(),
      episode({ name: 'Info', severity: 'info', openedAt: ago(1) }),
      episode({ name: 'Warning', openedAt: ago(60) }),
      episode({ name: 'Critical', severity: 'critical', openedAt: ago(600) }),
    ]
    show({ open })
    const names = (await rows('Open alerts')).map((row) => /Critical|Info|Warning|Basil|Known/.exec(plain(row))?.[0])
    expect(names).toEqual(['Critical', 'Info', 'Warning', 'Basil', 'Known'])
  })

  test('an alert of a plant shows how long it has been due, and waters it in place', async () => {
    const asked = show({ open: [due()], plants: [BASIL] })
    const [row = document.body] = await rows('Open alerts')

    await waitFor(() => expect(plain(row)).toMatch(/^Basil needs water due2 days overduelast watered/))
    expect(within(row).queryByRole('button', { name: 'Acknowledge' })).toBeNull()
    expect(within(row).getByRole('link').getAttribute('href')).toBe('/myalertcondition')
    fireEvent.click(within(row).getByRole('button', { name: 'Water Basil' }))
    await waitFor(() => expect(asked).toContain(`POST ${careRoutes.add.path}`))
  })

  test('counts all open alerts, also beyond one page', async () => {
    show({ open: Array.from({ length: 240 }, () => episode()) })
    await screen.findByText(/^240 open\./)
    expect(await screen.findByRole('button', { name: 'Show 220 more' })).toBeDefined()
  })

  test('acknowledges an alert in place and keeps the focus', async () => {
    const one = episode()
    const asked = show({ open: [one] })
    fireEvent.click(await screen.findByRole('button', { name: 'Acknowledge' }))
    const actions = screen.getByRole('button', { name: 'Mute 2 h' }).parentElement
    await waitFor(() => expect(document.activeElement).toBe(actions))
    expect(plain(screen.getByRole('list', { name: 'Open alerts' }))).toMatch(/Acknowledged by Kim/)
    expect(asked).toContain(`POST ${addressOf(episodeRoutes.acknowledge, { params: { episodeId: one.episodeId } })}`)
  })

  test('leaves the focus unchanged when it moved before the acknowledgement', async () => {
    show({ open: [episode()] })
    const acknowledge = await screen.findByRole('button', { name: 'Acknowledge' })
    const mute = screen.getByRole('button', { name: 'Mute 2 h' })
    acknowledge.focus()
    fireEvent.click(acknowledge)
    mute.focus()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull())
    expect(document.activeElement).toBe(mute)
  })

  test('an open alert shows its newest value, the worst of both and the state of its messages', async () => {
    const newest = { time: ago(1), value: 34.04 }
    const delivery: Delivery = {
      deliveryId: nextId(),
      channelId: nextId(),
      channelName: 'ntfy',
      episodeId: null,
      title: '',
      state: 'sent',
      attempts: 1,
      createdAt: ago(80),
      sentAt: ago(80),
      nextTryAt: null,
      answer: null,
    }
    show({ open: [episode()], series: [aSeries({ newest })], deliveries: [delivery] })
    const [row] = await rows('Open alerts')
    await waitFor(() => expect(plain(row)).toMatch(/now34,0 °Climit28 °Chighest34,0 °C at .*Sent to ntfy /))
  })

  test('requests the messages of at most twenty open alerts, and shows the others on demand', async () => {
    const asked = show({ open: Array.from({ length: 45 }, () => episode()) })
    expect(await rows('Open alerts')).toHaveLength(20)
    fireEvent.click(screen.getByRole('button', { name: 'Show 25 more' }))
    expect(await rows('Open alerts')).toHaveLength(45)
    await waitFor(() => expect(asked.filter((path) => path.endsWith('/deliveries'))).toHaveLength(20))
  })
})

describe('closed alerts', () => {
  test('the closed alerts are listed by day with duration, worst value and reason, and notes with their text', async () => {
    show({
      closed: [closed(), closed({ closedWhy: 'rule-off' }), note('Lemon needs water.', ago(60 * 72))],
    })
    const [first, second, third] = await rows(/^Alerts of/)
    expect(plain(first)).toMatch(
      /^Temperature in Tomato house, above 28 °C highest 31,3 °C\d\d\.\d\d–\d\d\.\d\d2 h 30 min$/,
    )
    expect(plain(second)).toContain('Its rule was turned off')
    expect(plain(third)).toMatch(/^Lemon needs water\. \d\d\.\d\d$/)
    expect(screen.getAllByRole('heading', { level: 3 }).length).toBeGreaterThan(1)
  })

  test('marks closed alerts that became known after the last visit, however old', async () => {
    setSeenUntil(ago(10))
    show({ closed: [note('Seen.'), note('Came late.', ago(5000), ago(1))] })
    const [seen, late] = await rows(/^Alerts of/)
    expect(plain(seen)).not.toContain('New')
    expect(plain(late)).toContain('New')
  })

  test('shows hostile names as text', async () => {
    show({ closed: [closed({ name: '<img src=x onerror=alert(1)>', ruleName: '\u202eabc' })] })
    const [row] = await rows(/^Alerts of/)
    expect(plain(row)).toContain('<img src=x onerror=alert(1)>')
    expect(row?.querySelector('img')).toBeNull()
    expect(row?.querySelector('bdi:last-of-type')).not.toBeNull()
  })
})

test('the address determines year, device and severity of the alerts', async () => {
  const device = '0190a1b2-0000-4000-8000-000000000001'
  const open = [episode({ severity: 'critical' }), episode({ severity: 'info', name: 'Shed' })]
  const asked = show({ open }, `?year=${new Date(ago(90)).getFullYear()}&device=${device}&severity=critical`)
  expect(await rows('Open alerts')).toHaveLength(1)
  const closedOnes = asked.find((path) => path.includes('state=closed'))
  expect(closedOnes).toMatch(/year=\d{4}&timeZone=.*&deviceId=0190a1b2-0000-4000-8000-000000000001&severity=critical/)
})

test('the headline counts all alerts, and a line those of the filter', async () => {
  const open = [episode({ severity: 'critical' }), episode({ severity: 'info', name: 'Shed' })]
  const filtered = Array.from({ length: 3 }, () => closed({ closedAt: '2025-11-25T04:06:00.000Z' }))
  show({ open, closed: [closed()], filtered }, '?year=2025')
  expect(await screen.findByText('3 alerts in 2025')).toBeDefined()
  expect(screen.getByText(/^2 open\./)).toBeDefined()
  expect(screen.getByText(/^The last one closed/).textContent).not.toContain('2025')
})

test('the rule on any device names its devices', async () => {
  const silence = { kind: 'silent', seriesId: null, deviceId: null, limit: 900 } as const
  show({ open: [episode()], rules: [aRule({ ...silence, exceptDeviceIds: [nextId(), nextId()] })] })
  const list = await screen.findByRole('list', { name: 'Rules' })
  expect(plain(list)).toContain('Any device sends nothing for 10 of its intervals')
  expect(plain(list)).toContain('All devices but 2')
})

describe('without alerts', () => {
  test('counts the active rules when there are no alerts', async () => {
    show({ rules: [aRule(), aRule({ ruleId: nextId() }), aRule({ ruleId: nextId(), isOn: false })] })
    await screen.findByText('No alerts found')
    expect(await screen.findByText('No alerts. 2 rules are on.')).toBeDefined()
    expect(screen.getAllByRole('link', { name: 'See rules' })[0]?.getAttribute('href')).toBe(
      '/myalertcondition?view=devices',
    )
  })

  test('explains alerts to a person without rules', async () => {
    show({ rules: [aRule({ kind: 'silent', seriesId: null, deviceId: null })] })
    await screen.findByText('Alerts appear here when a reading crosses one of your limits or a plant is due.')
    expect(screen.getByRole('link', { name: 'Set up conditions' })).toBeDefined()
  })
})
