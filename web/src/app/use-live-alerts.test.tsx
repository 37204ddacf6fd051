import { topic, type Alert, type ServerMessage } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi, describe } from 'vitest'
import { anEpisode } from '../shared/episode/episode.fixture.ts'
import { aHousehold } from '../shared/household/household.fixture.ts'
import { live } from '../shared/live/live.ts'
import { outdatedBy, queryKeys } from '../shared/query-keys.ts'
import { toast } from '../ui/toast.ts'
import { ALERT_QUIET_MS, AlertBatch, useLiveAlerts } from './use-live-alerts.ts'
import { openEpisodes } from '../shared/episode/episode-queries.ts'

const GARDEN = aHousehold()
const alert = { alertId: 'a', alertTime: '2026-11-20T09:41:00.000Z', alertDeviceConditionId: 'c' } as Alert

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function aClient() {
  const client = new QueryClient()
  client.setQueryData(queryKeys.households, [GARDEN])
  return client
}

function Screen({ watching }: { watching: boolean }) {
  useLiveAlerts(watching)
  return undefined
}

test('counts live alerts in one toast of five seconds, and in none on the page of alerts', () => {
  const said = vi.spyOn(toast, 'blank').mockReturnValue('')
  let say: (message: ServerMessage) => void = () => {}
  const subscribe = vi.spyOn(live, 'subscribe').mockImplementation((_topic, listener) => {
    say = listener
    return () => {}
  })
  const client = aClient()
  const shown = (watching: boolean) => (
    <QueryClientProvider client={client}>
      <Screen watching={watching} />
    </QueryClientProvider>
  )
  const { rerender } = render(shown(false))
  expect(subscribe.mock.calls[0]?.[0]).toBe(topic.householdOf(GARDEN.householdId))
  const come = (count: number) =>
    act(() =>
      say({ eventType: 'ServerBroadcastsLiveAlertToAlertView', alerts: Array.from({ length: count }, () => alert) }),
    )
  come(1)
  come(2)
  act(() => void vi.advanceTimersByTime(ALERT_QUIET_MS))
  expect(said.mock.calls).toEqual([['3 new alert(s) received', { duration: 5000 }]])
  rerender(shown(true))
  come(1)
  act(() => void vi.advanceTimersByTime(ALERT_QUIET_MS))
  expect(said).toHaveBeenCalledTimes(1)
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
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('announces alerts together after 1.5 s without another', () => {
    const announced: number[] = []
    const batch = new AlertBatch((count) => announced.push(count))
    batch.add(1)
    vi.advanceTimersByTime(1400)
    batch.add(2)
    vi.advanceTimersByTime(1499)
    expect(announced).toEqual([])
    vi.advanceTimersByTime(1)
    expect(announced).toEqual([3])
    batch.add(1)
    batch.clear()
    vi.advanceTimersByTime(5000)
    expect(announced).toEqual([3])
  })
})
