import {
  connectionRoutes,
  placeRoutes,
  ruleRoutes,
  seriesRoutes,
  type Device,
  type HouseholdRole,
  type Rule,
} from '@greenhouse/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { formatTime } from '../../lib/format.ts'
import { clientAs } from '../../shared/household/household.fixture.ts'
import { aRule } from '../../shared/rule/rule.fixture.ts'
import { aSeries } from '../../shared/series/series.fixture.ts'
import { FirstDayCard } from './first-day-card.tsx'
import { closeFirstDay, firstDayFacts, firstDevice } from './first-day.ts'

const NOW = Date.parse('2026-06-16T12:20:00Z')
const HOUR = 3_600_000
const hoursAgo = (hours: number) => NOW - hours * HOUR

afterEach(() => {
  cleanup()
  window.localStorage.clear()
  vi.unstubAllGlobals()
})

const aDevice = (ageHours: number, more: Partial<Device> = {}): Device => ({
  deviceId: aSeries().deviceId,
  userId: '0190a1b2-0000-4000-8000-0000000000a1',
  deviceName: 'North end',
  deviceDescription: '',
  createdAt: new Date(hoursAgo(ageHours)).toISOString(),
  waitTime: '30',
  connected: true,
  lastSeenAt: null,
  refused: { count: 0, reason: null, at: null },
  ...more,
})

test.each([
  ['23.9 hours', 23.9, false],
  ['a day', 24, true],
  ['a week', 168, true],
  ['more than a week', 168.1, false],
])('the first device of a household of %s has a card: %s %s', (_, age, isShown) => {
  expect(firstDevice([aDevice(1, { deviceId: 'another' }), aDevice(age)], [aSeries()], NOW) !== undefined).toBe(isShown)
})

test('no card is shown for a device without a temperature, nor again once it is closed', () => {
  const device = aDevice(30)
  expect(firstDevice([device], [aSeries({ metric: 'humidity' })], NOW)).toBeUndefined()
  expect(firstDevice([device], [aSeries()], NOW)?.series).toEqual(aSeries())
  closeFirstDay(device)
  expect(firstDevice([device], [aSeries()], NOW)).toBeUndefined()
})

const HISTORY = {
  seriesId: aSeries().seriesId,
  resolution: 0,
  time: [30, 21, 10, 6.1, 5, 0].map(hoursAgo),
  mean: [20, 11.8, 25.5, 15, 2, 40],
}

test('the first day has the extremes of 24 hours from the first reading, and none before they have passed', () => {
  expect(firstDayFacts(HISTORY, aSeries(), NOW)).toEqual({
    from: hoursAgo(30),
    lowest: 11.8,
    highest: 25.5,
    coldestAt: hoursAgo(21),
    history: expect.objectContaining({ time: HISTORY.time.slice(0, 4), mean: HISTORY.mean.slice(0, 4) }),
  })
  expect(firstDayFacts(HISTORY, aSeries(), hoursAgo(6.1))).toBeUndefined()
  expect(firstDayFacts({ ...HISTORY, time: [], mean: [] }, aSeries(), NOW)).toBeUndefined()
})

/** Returns the bodies of new rules. */
function open({
  role = 'owner',
  rules = [],
  refusal,
}: { role?: HouseholdRole; rules?: Rule[]; refusal?: string } = {}) {
  const sent: unknown[] = []
  const replies: Record<string, unknown> = {
    [seriesRoutes.history.path]: { series: [HISTORY] },
    [connectionRoutes.get.path.replace(':deviceId', aSeries().deviceId)]: {
      deviceId: aSeries().deviceId,
      connected: true,
      address: null,
      since: null,
      board: null,
      received: [1440, 1439],
      expected: 2880,
      refused: [],
      tokenEnd: null,
      tokenMadeAt: null,
    },
    [ruleRoutes.list.path]: rules,
    [placeRoutes.list.path]: [],
  }
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://localhost')
    if (method === 'GET')
      return pathname in replies ? Response.json(replies[pathname]) : new Response(null, { status: 404 })
    if (typeof body === 'string') sent.push(JSON.parse(body))
    return refusal === undefined
      ? Response.json(aRule({ kind: 'below', limit: 2 }))
      : Response.json({ type: 'about:blank', title: refusal, status: 409 }, { status: 409 })
  })
  render(
    <QueryClientProvider client={clientAs(role)}>
      <FirstDayCard device={aDevice(31)} series={aSeries()} celsius now={NOW} />
    </QueryClientProvider>,
  )
  return sent
}

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ')
const warn = () => screen.findByRole('button', { name: /^Warn me below 2\s°C$/ })

test('the card says what the first day brought, and sets a frost warning', async () => {
  const sent = open()
  const title = await screen.findByRole('heading')
  expect(plain(title.textContent)).toBe(`Your first day: 11,8 to 25,5 °C, coldest at ${formatTime(hoursAgo(21))}`)
  await screen.findByText('has sent 2.879 of 2.880 readings in the last 24 hours.', { exact: false })
  fireEvent.click(await warn())
  await screen.findByText(/^You are warned below 2\s°C/)
  expect(sent).toEqual([{ kind: 'below', seriesId: aSeries().seriesId, limit: 2 }])
  expect(firstDevice([aDevice(31)], [aSeries()], NOW)).toBeUndefined()
})

test('the card is closed for good without a warning', async () => {
  const sent = open()
  await warn()
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('heading')).toBeNull()
  expect(sent).toEqual([])
  expect(firstDevice([aDevice(31)], [aSeries()], NOW)).toBeUndefined()
})

test.each([
  ['a carer', { role: 'carer' as const, rules: [] }],
  ['an owner with a lower limit', { role: 'owner' as const, rules: [aRule({ kind: 'below', limit: 5 })] }],
])('the card asks nothing of %s', async (_, given) => {
  open(given)
  await screen.findByRole('heading')
  await screen.findByText(/readings in the last 24 hours/)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Hide'])
})

test('a refused warning is said on the card, which stays', async () => {
  open({ refusal: 'Too many rules' })
  fireEvent.click(await warn())
  await screen.findByText('Too many rules')
  await waitFor(() => expect(firstDevice([aDevice(31)], [aSeries()], NOW)).toBeDefined())
})
