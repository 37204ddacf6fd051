import {
  deviceRoutes,
  episodeRoutes,
  placeRoutes,
  seriesRoutes,
  type Device,
  type Episode,
  type HouseholdRole,
  type Series,
} from '@greenhouse/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { anEpisode } from '../../shared/episode/episode.fixture.ts'
import { clientAs } from '../../shared/household/household.fixture.ts'
import { aSeries } from '../../shared/series/series.fixture.ts'
import { MyDevicesScreen } from './my-devices-screen.tsx'

const NOW = Date.parse('2026-06-16T12:20:00Z')
const MINUTE = 60_000

beforeAll(() => {
  // happy-dom knows no popovers.
  HTMLElement.prototype.hidePopover = () => {}
})
beforeEach(() => void vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true }))
afterEach(() => {
  cleanup()
  window.localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const idOf = (index: number) => `0190a1b2-0000-4000-8000-${String(index).padStart(12, '0')}`

function aDevice(index: number, deviceName: string): Device {
  return {
    deviceId: idOf(index),
    userId: idOf(900),
    deviceName,
    deviceDescription: '',
    createdAt: '2026-06-01T08:00:00.000Z',
    waitTime: '30',
    connected: true,
    lastSeenAt: null,
    refused: { count: 0, reason: null, at: null },
  }
}

const sent = (index: number, minutesAgo: number) =>
  aSeries({
    seriesId: idOf(500 + index),
    deviceId: idOf(index),
    newest: { time: new Date(NOW - minutesAgo * MINUTE).toISOString(), value: 21.4 },
  })

const FINE = [aDevice(1, 'Bed 10'), sent(1, 0.1)] as const
const FINE_TOO = [aDevice(2, 'Bed 2'), sent(2, 0.1)] as const
const LATE = [aDevice(3, 'Attic'), sent(3, 2)] as const
const SILENT = [aDevice(4, 'Cellar'), sent(4, 60)] as const
const HOT = [aDevice(5, 'Zinnia house'), sent(5, 0.1)] as const
const NEW = aDevice(6, 'Seed tray')
const EMPTY = [aDevice(7, 'Zucchini bed'), sent(7, 0.1)] as const
const battery = (index: number, value: number) => ({
  ...sent(index, 0.1),
  seriesId: idOf(600 + index),
  metric: 'battery',
  label: 'Battery',
  unit: '%',
  newest: { time: new Date(NOW).toISOString(), value },
})

interface Answers {
  readonly devices: readonly Device[]
  readonly series: readonly Series[]
  readonly open?: readonly Episode[]
  readonly role?: HouseholdRole
}

function open({ devices, series, open: alerts = [], role = 'owner' }: Answers) {
  const replies: Record<string, unknown> = {
    [deviceRoutes.list.path]: devices,
    [seriesRoutes.newest.path]: series,
    [episodeRoutes.list.path]: alerts,
    [placeRoutes.list.path]: [],
  }
  vi.stubGlobal('fetch', async (url: string) => Response.json(replies[new URL(url, 'http://localhost').pathname] ?? []))
  const { hook, searchHook } = memoryLocation({ path: '/mydevice' })
  const client = clientAs(role)
  render(
    <QueryClientProvider client={client}>
      <Router hook={hook} searchHook={searchHook}>
        <MyDevicesScreen />
      </Router>
    </QueryClientProvider>,
  )
  return { client, answer: (path: string, reply: unknown) => void (replies[path] = reply) }
}

const all = [FINE, SILENT, LATE, FINE_TOO, HOT, EMPTY]
const GARDEN = {
  devices: [...all.map(([device]) => device), NEW],
  series: [...all.map(([, series]) => series), battery(7, 9), battery(2, 11)],
  open: [anEpisode({ deviceId: HOT[0].deviceId, limit: 20 })],
}

async function choose(look: 'Cards' | 'List') {
  await screen.findAllByRole('link')
  fireEvent.click(screen.getByRole('menuitemradio', { name: look, hidden: true }))
}

const names = () => screen.getAllByRole('link').map(({ textContent }) => textContent)

test('cards and rows with a broken limit are first, then silent and late ones, then the others by name', async () => {
  open(GARDEN)
  await screen.findByText(
    '7 devices, 1 with an open alert, 1 silent, 1 late, 1 with a low battery, 1 without a reading',
  )
  const sorted = ['Zinnia house', 'Cellar', 'Attic', 'Zucchini bed', 'Seed tray', 'Bed 2', 'Bed 10']
  await screen.findAllByRole('link')
  expect(screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual(sorted)
  await choose('List')
  expect(screen.queryAllByRole('article')).toEqual([])
  expect(names()).toEqual(sorted)
  const rows = within(screen.getByRole('list', { name: 'Devices' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent?.replace(/More.*/, ''))).toEqual([
    expect.stringMatching(/^Zinnia houseTemperature21,4\s°Cabove 20\s°C6\ss/),
    expect.stringMatching(/^CellarTemperature21,4\s°CSilent since /),
    expect.stringMatching(/^AtticTemperature21,4\s°CLate, 2\smin/),
    expect.stringMatching(/^Zucchini bedTemperature21,4\s°CBattery9\s%battery 9\s%0\ss/),
    expect.stringMatching(/^Seed trayNo readings yet/),
    expect.stringMatching(/^Bed 2Temperature21,4\s°CBattery11\s%0\ss/),
    expect.stringMatching(/^Bed 10Temperature21,4\s°C6\ss/),
  ])
})

test('a silent device with a broken limit is first, and counted as both', async () => {
  const alert = anEpisode({ deviceId: SILENT[0].deviceId, limit: 20 })
  open({ devices: [FINE[0], LATE[0], SILENT[0]], series: [FINE[1], LATE[1], SILENT[1]], open: [alert] })
  await screen.findByText('3 devices, 1 with an open alert, 1 silent, 1 late')
  await choose('List')
  expect(names()).toEqual(['Cellar', 'Attic', 'Bed 10'])
})

test('a row keeps its place when its state changes, until the page returns after five minutes', async () => {
  const { client, answer } = open({ devices: [FINE_TOO[0], FINE[0]], series: [FINE_TOO[1], FINE[1]] })
  await screen.findByText('2 devices')
  await choose('List')
  expect(names()).toEqual(['Bed 2', 'Bed 10'])
  act(() => void client.setQueryData(['series'], [FINE_TOO[1], sent(1, 60)]))
  await screen.findByText('2 devices, 1 silent')
  expect(names()).toEqual(['Bed 2', 'Bed 10'])
  const show = (state: string) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state as DocumentVisibilityState)
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  }
  show('hidden')
  vi.setSystemTime(NOW + 6 * MINUTE)
  answer(seriesRoutes.newest.path, [sent(2, -6), sent(1, 60)])
  show('visible')
  await waitFor(() => expect(names()).toEqual(['Bed 10', 'Bed 2']))
})

test.each([
  [19, 'cards'],
  [20, 'rows'],
])('%d devices are %s until a look is chosen', async (count, look) => {
  open({ devices: Array.from({ length: count }, (_, index) => aDevice(index, `Bench ${index}`)), series: [] })
  await screen.findAllByRole('link')
  expect(screen.queryAllByRole('article')).toHaveLength(look === 'cards' ? count : 0)
  expect(screen.queryAllByRole('listitem')).toHaveLength(look === 'cards' ? 0 : count)
  await choose(look === 'cards' ? 'List' : 'Cards')
  expect(screen.queryAllByRole('article')).toHaveLength(look === 'cards' ? 0 : count)
})

test.each([
  ['owner', ['History', 'EditName and interval', 'Remove'], ['Connect', 'EditName and interval', 'Remove']],
  ['gardener', ['History', 'EditName and interval'], ['EditName and interval']],
  ['viewer', ['History'], undefined],
] as const)('the menu of a row has the acts of the role %s', async (role, connected, fresh) => {
  open({ devices: [FINE[0], NEW], series: [FINE[1]], role })
  await screen.findByText('2 devices, 1 without a reading')
  await choose('List')
  const entries = (name: string) => {
    const menu = screen.queryByRole('menu', { name: `More for ${name}`, hidden: true })
    return (
      menu?.querySelectorAll('[role=menuitem]') &&
      [...menu.querySelectorAll('[role=menuitem]')].map((one) => one.textContent)
    )
  }
  expect(entries('Bed 10')).toEqual(connected)
  expect(entries('Seed tray')).toEqual(fresh)
})

test('an acknowledged silence is not red', async () => {
  const silence = anEpisode({ kind: 'silent', deviceId: SILENT[0].deviceId, limit: 900, metric: null, label: null })
  const answered = { ...silence, acknowledgedAt: '2026-06-16T12:00:00.000Z' }
  for (const [episode, isRed] of [
    [silence, true],
    [answered, false],
  ] as const) {
    open({ devices: [SILENT[0]], series: [SILENT[1]], open: [episode] })
    await screen.findByText('One device, 1 silent')
    await choose('List')
    expect(screen.getByText(/^Silent since/).className.includes('text-danger')).toBe(isRed)
    cleanup()
    window.localStorage.clear()
  }
})
