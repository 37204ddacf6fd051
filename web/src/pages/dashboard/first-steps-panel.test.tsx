import { ruleRoutes, type Device, type Household, type Plant, type Rule } from '@greenhouse/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { formatTime } from '../../lib/format.ts'
import { aHousehold, aMember, aSharedHousehold, clientAs } from '../../shared/household/household.fixture.ts'
import { aPlant } from '../../shared/plant/plant.fixture.ts'
import { queryKeys } from '../../shared/query-keys.ts'
import { aRule } from '../../shared/rule/rule.fixture.ts'
import { aSeries } from '../../shared/series/series.fixture.ts'
import { daySoFar, soFarSentence } from './first-day.ts'
import { FirstStepsPanel } from './first-steps-panel.tsx'

const NOW = Date.parse('2026-06-16T15:02:00Z')
const SINCE = Date.parse('2026-06-16T14:39:00Z')
const DEVICE: Device = {
  deviceId: aSeries().deviceId,
  userId: '0190a1b2-0000-4000-8000-0000000000a1',
  deviceName: 'North end',
  deviceDescription: '',
  createdAt: new Date(SINCE).toISOString(),
  waitTime: '30',
  connected: true,
  lastSeenAt: null,
  refused: { count: 0, reason: null, at: null },
}
const DAY = { device: DEVICE, series: aSeries(), since: SINCE }

beforeAll(() => {
  // happy-dom knows no dialogs.
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true
  }
})
afterEach(() => {
  cleanup()
  window.localStorage.clear()
  vi.unstubAllGlobals()
})

interface Given {
  readonly household?: Household
  readonly plants?: readonly Plant[]
  readonly rules?: readonly Rule[]
}

async function open({ household = aHousehold(), plants = [], rules = [] }: Given = {}) {
  const replies: Record<string, unknown> = { [ruleRoutes.list.path]: rules }
  vi.stubGlobal('fetch', async (url: string) => Response.json(replies[new URL(url, 'http://localhost').pathname] ?? []))
  const client = clientAs('owner')
  client.setQueryData(queryKeys.households, [household])
  render(
    <QueryClientProvider client={client}>
      <main id="main" tabIndex={-1}>
        <FirstStepsPanel day={DAY} plants={plants} celsius now={NOW} />
      </main>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(client.isFetching()).toBe(0))
}

const panel = () => screen.queryByRole('region', { name: 'Your first day' })
const acts = () => [...(panel()?.querySelectorAll('li :is(a, button)') ?? [])].map((one) => one.textContent)

test('the first day counts what a household has, and offers the rest, one button filled', async () => {
  await open()
  expect(panel()?.textContent).toBe(
    `Your first day1 of 4First reading received, doneNorth end, ${formatTime(SINCE)}` +
      'Set a frost warningBy ntfy, e-mail or in the browserSet' +
      'Add a plantTo be told when it needs waterAdd' +
      'Invite somebodyThey can water while you are awayInvite' +
      'Hide',
  )
  expect([...(panel()?.querySelectorAll('.bg-leaf') ?? [])].map((one) => one.textContent)).toEqual(['Set'])
  expect(screen.getByRole('link', { name: 'Set' }).getAttribute('href')).toBe(
    `/rules/new?series=${aSeries().seriesId}&kind=below&limit=2%2C0`,
  )
  expect(screen.getByRole('link', { name: 'Invite' }).getAttribute('href')).toBe('/household?invite=1')
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByRole('dialog', { name: 'Add a plant' })).toBeDefined()
})

test('a step of the first day that is taken has no button', async () => {
  const people = [aMember(), aMember({ userId: '0190a1b2-0000-4000-8000-0000000000a2', name: 'Kim' })]
  await open({
    household: aHousehold({ people }),
    plants: [aPlant()],
    rules: [aRule({ kind: 'below', limit: 5 })],
  })
  expect(panel()?.textContent).toContain('4 of 4')
  expect(acts()).toEqual([])
})

test.each([
  ['gardener', '1 of 3', ['Set', 'Add']],
  ['carer', undefined, []],
  ['viewer', undefined, []],
] as const)('the first day offers a %s only what they may add', async (role, count, offered) => {
  await open({ household: aSharedHousehold(role) })
  if (count === undefined) expect(panel()).toBeNull()
  else expect(panel()?.textContent).toContain(count)
  expect(acts()).toEqual(offered)
})

test('the first day is hidden for good', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Hide' }))
  expect(panel()).toBeNull()
  expect(document.activeElement?.id).toBe('main')
  cleanup()
  await open()
  expect(panel()).toBeNull()
})

test.each([
  ['with a reading, of 23.9 hours', 23.9, true, true],
  ['of a day', 24, true, false],
  ['without a reading', 1, false, false],
])('the first day of a device %s is shown: %s %s %s', (_, hours, hasSent, isShown) => {
  const device = { ...DEVICE, createdAt: new Date(NOW - hours * 3_600_000).toISOString() }
  const younger = { ...DEVICE, deviceId: 'another', createdAt: new Date(NOW).toISOString() }
  const series = [aSeries({ newest: hasSent ? { time: new Date(NOW).toISOString(), value: 21 } : null })]
  expect(daySoFar([younger, device], { series, tiles: [], now: NOW }) !== undefined).toBe(isShown)
})

test('a new device whose older readings were sent has no first day', () => {
  const series = [aSeries({ newest: { time: new Date(NOW).toISOString(), value: 21 } })]
  const shownWith = (isFirst: boolean) =>
    daySoFar([{ ...DEVICE, createdAt: new Date(SINCE).toISOString() }], {
      series,
      tiles: [{ deviceId: DEVICE.deviceId, day: { from: SINCE, isFirst } }],
      now: NOW,
    }) !== undefined
  expect([shownWith(true), shownWith(false)]).toEqual([true, false])
})

test.each([
  [23 * 60_000, '23 minutes'],
  [1000, '1 minute'],
  [3_700_000, '1 hour'],
  [5 * 3_600_000, '5 hours'],
])('the sentence of the first day after %d ms says %s', (ms, words) => {
  expect(soFarSentence(DAY, SINCE + ms)).toBe(`North end has sent for ${words}. Lines grow to 24 hours from here.`)
})
