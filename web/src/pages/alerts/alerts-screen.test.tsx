import {
  addressOf,
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
import { applyEpisodes } from '../../shared/episode/episode-cache.ts'
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

const daysFrom = (from: string) =>
  Array.from({ length: 30 }, (_, index) => {
    const date = new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10)
    return { date, openSeconds: 3600, count: 1 }
  })

/** Returns the requested URLs. */
function show(served: Served, search = ''): string[] {
  return open(served, search).asked
}

function open(
  {
    open: stillOpen = [],
    closed: over = [],
    filtered = over,
    plants = [],
    rules = [],
    series = [],
    deliveries = [],
  }: Served,
  search = '',
) {
  const asked: string[] = []
  window.history.replaceState(null, '', `/alerts${search}`)
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    asked.push(`${method} ${path}`)
    if (pathname.endsWith('/deliveries')) return Response.json(deliveries)
    if (pathname.endsWith('/acknowledge')) {
      const id = pathname.split('/')[3]
      const one = stillOpen.find(({ episodeId }) => episodeId === id)
      if (method === 'DELETE') return Response.json(one)
      const note = typeof body === 'string' ? ((JSON.parse(body) as { note?: string }).note ?? null) : null
      return Response.json({ ...one, acknowledgedAt: ago(0), acknowledgedBy: 'Kim', acknowledgedNote: note })
    }
    if (pathname === episodeRoutes.list.path) {
      const state = searchParams.get('state')
      const isFiltered = searchParams.has('year') || searchParams.has('severity')
      const from = stillOpen.findIndex(({ episodeId }) => episodeId === searchParams.get('before')) + 1
      if (state === 'open') return Response.json(stillOpen.slice(from, from + Number(searchParams.get('limit'))))
      return Response.json(state === 'closed' ? (isFiltered ? filtered : over) : [])
    }
    if (pathname === ruleRoutes.list.path) return Response.json(rules)
    if (pathname === plantRoutes.list.path) return Response.json(plants)
    if (pathname === careRoutes.add.path)
      return Response.json({ care: [aCare({ plantId: BASIL.plantId, at: ago(0) })], merged: false })
    if (pathname === seriesRoutes.newest.path) return Response.json(series)
    if (pathname === episodeRoutes.years.path) return Response.json([{ year: 2025, count: 3 }])
    if (pathname === episodeRoutes.days.path) return Response.json(daysFrom(searchParams.get('from') ?? ''))
    return Response.json([] satisfies Device[])
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <AlertsScreen />
    </QueryClientProvider>,
  )
  return { asked, client }
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
  test('the open alerts show cause, place, start, limit and worst value, unanswered and critical ones first', async () => {
    const info = episode({ severity: 'info', name: 'Shed' })
    const known = episode({ severity: 'critical', name: 'Bench', acknowledgedAt: ago(5), acknowledgedBy: 'Kim' })
    const critical = episode({ severity: 'critical', openedAt: ago(120) })
    show({ open: [info, { ...known, acknowledgedNote: 'new batteries tonight' }, critical] })
    const [first, second, third = document.body] = await rows('Open alerts')
    expect(plain(first)).toMatch(/^High temperature Tomato house Criticalsince.*, 2 hlimit28 °Chighest31,3 °C at /)
    expect(plain(second)).toContain('High temperature Shed Info')
    expect(plain(third)).toMatch(/Acknowledged by Kim .*: “new batteries tonight”/)
    expect(within(third).queryByRole('button')).toBeNull()
    expect(screen.getByText(/^Two open and unanswered, one acknowledged\./)).toBeDefined()
  })

  test('the open alerts are grouped by unanswered, due plants and others, critical ones first', async () => {
    const open = [
      episode({ name: 'Known', severity: 'critical', acknowledgedAt: ago(1) }),
      due(),
      episode({ name: 'Garage', severity: 'info', openedAt: ago(1) }),
      episode({ name: 'Hall', openedAt: ago(60) }),
      episode({ name: 'Attic', severity: 'critical', openedAt: ago(600) }),
    ]
    show({ open })
    const names = (await rows('Open alerts')).map((row) => /Attic|Garage|Hall|Basil|Known/.exec(plain(row))?.[0])
    expect(names).toEqual(['Attic', 'Garage', 'Hall', 'Basil', 'Known'])
  })

  test('an alert of a plant shows how long it has been due, and waters it in place', async () => {
    const asked = show({ open: [due()], plants: [BASIL] })
    const [row = document.body] = await rows('Open alerts')
    await waitFor(() =>
      expect(plain(row)).toMatch(/^Basil needs water due2 days overduelast watered.*planevery 7 days/),
    )
    expect(within(row).queryByRole('button', { name: 'Acknowledge' })).toBeNull()
    expect(within(row).getByRole('link').getAttribute('href')).toBe('/myalertcondition')
    fireEvent.click(within(row).getByRole('button', { name: 'Water Basil' }))
    await waitFor(() => expect(asked).toContain(`POST ${careRoutes.add.path}`))
  })

  test('acknowledges an alert in place, takes a note, and undoes it', async () => {
    const one = episode()
    const other = episode({ name: 'Shed', openedAt: ago(95) })
    const asked = show({ open: [one, other] })
    const path = addressOf(episodeRoutes.acknowledge, { params: { episodeId: one.episodeId } })
    const [button = document.body] = await screen.findAllByRole('button', { name: 'Acknowledge' })
    button.focus()
    fireEvent.click(button)
    const undo = await screen.findByRole('button', { name: 'Undo' })
    expect(document.activeElement).toBe(undo)
    const [first] = await rows('Open alerts')
    expect(plain(first)).toContain('AcknowledgedReminders stop, the alert stays open.')
    fireEvent.click(undo)
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Acknowledge' })).toHaveLength(2))
    expect(asked).toContain(`DELETE ${path}`)
    fireEvent.click(screen.getAllByRole('button', { name: 'Acknowledge' })[0] ?? document.body)
    fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'new batteries tonight' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('new batteries tonight')
    // It has moved below the others.
    expect((await rows('Open alerts')).map(plain)).toEqual([
      expect.stringContaining('Shed'),
      expect.stringContaining('“new batteries tonight”'),
    ])
    expect(asked.filter((call) => call === `POST ${path}`)).toHaveLength(3)
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

  test('shows twenty of a flood, then fifty more, and requests the messages of twenty', async () => {
    const asked = show({ open: Array.from({ length: 240 }, () => episode()) })
    await screen.findByText(/^240 open and unanswered, most in Tomato house\./)
    expect(await rows('Open alerts')).toHaveLength(20)
    fireEvent.click(screen.getByRole('button', { name: /^220 more on .*One message was sent for all\.$/ }))
    expect(await rows('Open alerts')).toHaveLength(70)
    screen.getByRole('button', { name: /^170 more/ })
    await waitFor(() => expect(asked.filter((path) => path.endsWith('/deliveries'))).toHaveLength(20))
  })

  test('new alerts wait while the pointer is on the rows', async () => {
    const one = episode()
    const { client } = open({ open: [one] })
    const list = await screen.findByRole('list', { name: 'Open alerts' })
    fireEvent.pointerEnter(list)
    act(() => applyEpisodes(client, [episode({ name: 'Shed', openedAt: ago(1) })]))
    const show = await screen.findByRole('button', { name: '1 new, show' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(1)
    fireEvent.click(show)
    expect(within(list).getAllByRole('listitem').map(plain)[0]).toContain('Shed')
    expect(screen.queryByRole('button', { name: '1 new, show' })).toBeNull()
    fireEvent.pointerLeave(list)
    act(() => applyEpisodes(client, [episode({ name: 'Hall', openedAt: ago(0) })]))
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(3))
  })
})

describe('closed alerts', () => {
  test('the closed alerts show date, duration, worst value and reason, and notes with their text', async () => {
    const rule = { ruleId: null }
    show({
      closed: [closed(rule), closed({ ...rule, closedWhy: 'rule-off' }), note('Lemon needs water.', ago(60 * 72))],
    })
    const [first, second, third] = await rows('Closed alerts')
    expect(plain(first)).toMatch(
      /^\w{3} \d+ \w{3}High temperature Tomato house highest 31,3 °C, limit 28 °C\d\d\.\d\d–\d\d\.\d\d2 h 30 min$/,
    )
    expect(plain(second)).toMatch(/^High temperature/)
    expect(plain(second)).toContain('Its rule was turned off')
    expect(plain(third)).toMatch(/^\w{3} \d+ \w{3}Lemon needs water\. \d\d\.\d\d$/)
  })

  test('joins repeats of a rule within a day, which open to their times', async () => {
    const day = new Date(Date.now() - 3 * 86_400_000)
    day.setHours(2, 0, 0, 0)
    const repeat = (index: number, worstValue: number) => {
      const start = day.getTime() + index * 30 * 60_000
      const iso = (at: number) => new Date(at).toISOString()
      return closed({ openedAt: iso(start), closedAt: iso(start + 20 * 60_000), worstValue })
    }
    show({ closed: [repeat(2, 30), repeat(1, 33), repeat(0, 29)] })
    const [row = document.body, ...others] = await rows('Closed alerts')
    expect(others).toEqual([])
    expect(plain(row)).toMatch(/highest 33,0 °C, limit 28 °C3 times1 h in all$/)
    fireEvent.click(within(row).getByRole('button', { name: '3 times' }))
    expect(within(row).getAllByRole('listitem').map(plain)).toEqual(['02.00–02.20', '02.30–02.50', '03.00–03.20'])
  })

  test('shows ten days, then the ten days that end with the next older alert', async () => {
    const days = (count: number) => closed({ openedAt: ago(60 * 24 * count), ruleId: null })
    show({ closed: [days(1), days(9), days(40), days(49), days(60)] })
    expect(await rows('Closed alerts')).toHaveLength(2)
    screen.getByText('last 10 days')
    fireEvent.click(await screen.findByRole('button', { name: 'Show the 10 days before' }))
    expect(await rows('Closed alerts')).toHaveLength(4)
    fireEvent.click(await screen.findByRole('button', { name: 'Show the 10 days before' }))
    expect(await rows('Closed alerts')).toHaveLength(5)
    expect(screen.queryByRole('button', { name: 'Show the 10 days before' })).toBeNull()
  })

  test('marks closed alerts that became known after the last visit, however old', async () => {
    setSeenUntil(ago(10))
    show({ closed: [note('Seen.'), note('Came late.', ago(5000), ago(1))] })
    const [seen, late] = await rows('Closed alerts')
    expect(plain(seen)).not.toContain('New')
    expect(plain(late)).toContain('New')
  })

  test('shows hostile names as text', async () => {
    show({ closed: [closed({ name: '<img src=x onerror=alert(1)>', ruleName: '\u202eabc' })] })
    const [row] = await rows('Closed alerts')
    expect(plain(row)).toContain('<img src=x onerror=alert(1)>')
    expect(row?.querySelector('img')).toBeNull()
    expect(row?.querySelectorAll('bdi')).toHaveLength(2)
  })
})

test('the address determines year, device and severity of the alerts, and a chip ends each', async () => {
  const device = '0190a1b2-0000-4000-8000-000000000001'
  const open = [episode({ severity: 'critical' }), episode({ severity: 'info', name: 'Shed' })]
  const year = new Date(ago(90)).getFullYear()
  const asked = show({ open }, `?year=${year}&device=${device}&severity=critical`)
  expect(await rows('Open alerts')).toHaveLength(1)
  const closedOnes = asked.find((path) => path.includes('state=closed'))
  expect(closedOnes).toMatch(/year=\d{4}&timeZone=.*&deviceId=0190a1b2-0000-4000-8000-000000000001&severity=critical/)
  fireEvent.click(screen.getByRole('button', { name: 'Critical Clear' }))
  await waitFor(() => expect(window.location.search).toBe(`?year=${year}&device=${device}`))
})

test('the headline counts all alerts, and a line those of the filter', async () => {
  const open = [episode({ severity: 'critical' }), episode({ severity: 'info', name: 'Shed' })]
  const filtered = Array.from({ length: 3 }, () => closed({ closedAt: '2025-11-25T04:06:00.000Z' }))
  show({ open, closed: [closed()], filtered }, '?year=2025')
  expect((await screen.findAllByText('3 alerts in 2025')).length).toBeGreaterThan(0)
  expect(screen.getByText(/^Two open and unanswered\./)).toBeDefined()
  expect(screen.getByText(/^The last one closed/).textContent).not.toContain('2025')
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('a day of the strip shows its alerts, and Escape shows all again', async () => {
  show({ open: [episode()], closed: [closed()] })
  await rows('Open alerts')
  const strip = screen.getByRole('region', { name: 'Last 30 days' })
  const buttons = within(strip).getAllByRole('button')
  expect(buttons).toHaveLength(30)
  fireEvent.click(buttons.at(-1) ?? document.body)
  await waitFor(() => expect(window.location.search).toMatch(/^\?day=\d{4}-\d\d-\d\d$/))
  await screen.findByText(/alerts? on this day$/)
  fireEvent.keyDown(document, { key: 'Escape' })
  await waitFor(() => expect(window.location.search).toBe(''))
  const slider = within(strip).getByRole('slider')
  fireEvent.keyDown(slider, { key: 'Home' })
  await waitFor(() => expect(slider.getAttribute('aria-valuenow')).toBe('1'))
  fireEvent.keyDown(slider, { key: 'ArrowRight' })
  await waitFor(() => expect(slider.getAttribute('aria-valuenow')).toBe('2'))
})

test('shows at most six rules that fired, most firings first, and the number of all', async () => {
  const rules = Array.from({ length: 13 }, (_, index) =>
    aRule({ ruleId: nextId(), name: `Rule ${index}`, firedCount: index < 8 ? index : 0, firedSeconds: 3600 }),
  )
  show({ open: [episode()], rules })
  const list = await screen.findByRole('list', { name: 'Rules that fired' })
  const lines = within(list).getAllByRole('listitem').map(plain)
  expect(lines.map((line) => /Rule \d+/.exec(line)?.[0])).toEqual([7, 6, 5, 4, 3, 2].map((index) => `Rule ${index}`))
  expect(lines[0]).toContain('7 times, 1 h')
  screen.getByRole('link', { name: 'All 13 rules' })
})

test('the rule on any device names its devices', async () => {
  const silence = {
    kind: 'silent',
    seriesId: null,
    deviceId: null,
    limit: 900,
    firedCount: 1,
    firedSeconds: 60,
  } as const
  show({ open: [episode()], rules: [aRule({ ...silence, exceptDeviceIds: [nextId(), nextId()] })] })
  const list = await screen.findByRole('list', { name: 'Rules that fired' })
  expect(plain(list)).toContain('Any device sends nothing for 10 of its intervals')
  expect(plain(list)).toContain('All devices but 2, once, 1 min')
})

describe('without alerts', () => {
  test('counts the active rules when there are no alerts', async () => {
    show({ rules: [aRule(), aRule({ ruleId: nextId() }), aRule({ ruleId: nextId(), isOn: false })] })
    await screen.findByText('No alerts found')
    await screen.findByText(/^2 rules are on\. When one is broken, it stands here/)
    expect(screen.getByRole('link', { name: 'See rules' }).getAttribute('href')).toBe('/myalertcondition?view=devices')
    screen.getByRole('link', { name: 'Set up a channel' })
    screen.getByText('No alerts yet.')
  })

  test('offers a rule to a household without one', async () => {
    show({})
    await screen.findByText(/^No rule is on\./)
    await screen.findByRole('link', { name: 'Add a rule' })
  })

  test('says that none is open when all have closed', async () => {
    show({ closed: [closed()] })
    await screen.findByRole('heading', { name: 'None open' })
    expect(screen.getAllByText(/^The last one closed (?:today|yesterday) /).length).toBeGreaterThan(0)
  })
})
