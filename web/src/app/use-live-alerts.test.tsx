import { topic, type Alert, type ServerMessage } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi, describe } from 'vitest'
import { anEpisode } from '../shared/episode/episode.fixture.ts'
import { aHousehold } from '../shared/household/household.fixture.ts'
import { live } from '../shared/live/live.ts'
import { outdatedBy, queryKeys } from '../shared/query-keys.ts'
import { toast, TOAST_REMOVAL_MS } from '../ui/toast.ts'
import { Toaster } from '../ui/toaster.tsx'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { ALERT_QUIET_MS, AlertBatch, useLiveAlerts } from './use-live-alerts.ts'
import { openEpisodes } from '../shared/episode/episode-queries.ts'

const GARDEN = aHousehold()
const alert = { alertId: 'a', alertTime: '2026-11-20T09:41:00.000Z', alertDeviceConditionId: 'c' } as Alert

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(() => toast.dismiss())
  act(() => void vi.advanceTimersByTime(TOAST_REMOVAL_MS))
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const plain = (text: string | null = '') => text?.replaceAll('\u00a0', ' ')

function aClient() {
  const client = new QueryClient()
  client.setQueryData(queryKeys.households, [GARDEN])
  return client
}

function Screen({ watching }: { watching: boolean }) {
  useLiveAlerts(watching)
  return undefined
}

function openScreen(client = aClient()) {
  let say: (message: ServerMessage) => void = () => {}
  const subscribe = vi.spyOn(live, 'subscribe').mockImplementation((_topic, listener) => {
    say = listener
    return () => {}
  })
  const { hook, history } = memoryLocation({ path: '/plants', record: true })
  const shown = (watching: boolean) => (
    <Router hook={hook}>
      <QueryClientProvider client={client}>
        <Screen watching={watching} />
      </QueryClientProvider>
      <Toaster />
    </Router>
  )
  const { rerender } = render(shown(false))
  return {
    history,
    subscribe,
    watch: () => rerender(shown(true)),
    say: (message: ServerMessage) => act(() => say(message)),
    come: (...alerts: Alert[]) => act(() => say({ eventType: 'ServerBroadcastsLiveAlertToAlertView', alerts })),
    pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
  }
}

const links = () => screen.queryAllByRole('link').map(({ textContent }) => textContent)

test('counts live alerts in one toast of five seconds, and in none on the page of alerts', () => {
  const { subscribe, come, pass, watch } = openScreen()
  expect(subscribe.mock.calls[0]?.[0]).toBe(topic.householdOf(GARDEN.householdId))
  come(alert)
  come(alert, alert)
  pass(ALERT_QUIET_MS)
  expect(links()).toEqual(['3 new alert(s) received'])
  pass(4999)
  expect(links()).toHaveLength(1)
  pass(1)
  pass(TOAST_REMOVAL_MS)
  expect(links()).toEqual([])
  watch()
  come(alert)
  pass(ALERT_QUIET_MS)
  expect(links()).toEqual([])
})

test('the toast of an alert names it, and leads to its row', () => {
  const { history, come, say, pass } = openScreen()
  come(alert)
  const episode = anEpisode({ openedValue: 30.2 })
  say({ eventType: 'episodes', episodes: [episode] })
  pass(ALERT_QUIET_MS)
  expect(links().map(plain)).toEqual(['Tomato house 30,2 °C, above 28 °C'])
  expect(screen.getByText(/^1 new alert\(s\) received, /)).toBeDefined()
  fireEvent.click(screen.getByRole('link'))
  expect(history?.at(-1)).toBe(`/alerts?episode=${episode.episodeId}`)
  pass(TOAST_REMOVAL_MS)
  expect(links()).toEqual([])
})

test('the toast of several alerts names the worst, and leads to its row', () => {
  const { history, come, say, pass } = openScreen()
  const [warning, critical] = [
    anEpisode(),
    anEpisode({
      episodeId: 'b',
      name: 'Cold frame',
      severity: 'critical',
      kind: 'below',
      limit: -2,
      openedValue: -2.3,
    }),
  ]
  come(alert, alert)
  say({ eventType: 'episodes', episodes: [warning, critical] })
  pass(ALERT_QUIET_MS)
  expect(links()).toEqual(['2 new alert(s) received'])
  expect(plain(screen.getByText(/Cold frame/).textContent)).toBe('Cold frame −2,3 °C, below −2 °C')
  fireEvent.click(screen.getByRole('link'))
  expect(history?.at(-1)).toBe('/alerts?episode=b')
})

test.each([
  [{ kind: 'silent', metric: null, label: null, openedValue: null, limit: 900 }, 'Tomato house is silent'],
  [{ kind: 'due', metric: null, label: null, openedValue: null, name: 'Chili' }, 'Chili needs water'],
  [{ label: 'Bench', openedValue: 30.2 }, 'Bench, Tomato house 30,2 °C, above 28 °C'],
  [{ openedValue: 28 }, 'Tomato house 28,0 °C, at 28 °C'],
  [{ openedValue: null }, 'Temperature in Tomato house, above 28 °C'],
] as const)('the toast of %j says %s', (episode, words) => {
  const { come, say, pass } = openScreen()
  come(alert)
  say({ eventType: 'episodes', episodes: [anEpisode(episode)] })
  pass(ALERT_QUIET_MS)
  expect(links().map(plain)).toEqual([words])
})

test('the toast of an alert without details says its text, and leads to its row', () => {
  const { history, come, pass } = openScreen()
  come({ ...alert, alertDesc: 'The door is open' })
  pass(ALERT_QUIET_MS)
  expect(links()).toEqual(['The door is open'])
  fireEvent.click(screen.getByRole('link'))
  expect(history?.at(-1)).toBe('/alerts?episode=a')
})

test('writes live episodes into the lists, and refetches other alerts', () => {
  let say: (message: ServerMessage) => void = () => {}
  vi.spyOn(live, 'subscribe').mockImplementation((_topic, listener) => {
    say = listener
    return () => {}
  })
  const client = aClient()
  client.setQueryData(openEpisodes.queryKey, [])
  render(
    <QueryClientProvider client={client}>
      <Screen watching={true} />
    </QueryClientProvider>,
  )
  const invalidated = vi.spyOn(client, 'invalidateQueries')
  act(() => say({ eventType: 'episodes', episodes: [anEpisode()] }))
  expect(client.getQueryData(openEpisodes.queryKey)).toEqual([anEpisode()])
  const asked = () => invalidated.mock.calls.map(([query]) => query?.queryKey)
  act(() => say({ eventType: 'ServerBroadcastsLiveAlertToAlertView', alerts: [alert] }))
  expect(asked()).toEqual([queryKeys.alerts.deliveries])
  act(() =>
    say({ eventType: 'ServerBroadcastsLiveAlertToAlertView', alerts: [{ ...alert, alertDeviceConditionId: null }] }),
  )
  expect(asked().slice(1)).toEqual(outdatedBy.note)
})

describe('alerts that come in quick succession', () => {
  test('announces alerts together after 1.5 s without another', () => {
    const announced: number[] = []
    const batch = new AlertBatch(({ alerts }) => announced.push(alerts.length))
    batch.add([alert])
    vi.advanceTimersByTime(1400)
    batch.add([alert, alert])
    vi.advanceTimersByTime(1499)
    expect(announced).toEqual([])
    vi.advanceTimersByTime(1)
    expect(announced).toEqual([3])
    batch.add([alert])
    batch.clear()
    vi.advanceTimersByTime(5000)
    expect(announced).toEqual([3])
  })
})
