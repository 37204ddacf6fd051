import { type NewestReading } from '@greenhouse/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLive } from '../../lib/test-live.ts'
import { NEWEST_REFRESH_MS, newestReadings } from './device-queries.ts'
import { followNewest } from './use-live-newest.ts'

const values = { temperature: 20, humidity: null, airPressure: null, airQuality: null }
const device: NewestReading = {
  deviceId: '0190a1b2-0000-4000-8000-000000000001',
  deviceName: 'Tomato house',
  deviceDesc: '',
  deviceCreateDateTime: '2026-01-01T00:00:00.000Z',
  deviceWaitTime: '600',
  ...values,
  time: '2026-11-20T10:00:00.000Z',
}

let stop = () => {}
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00Z') }))
afterEach(() => {
  stop()
  vi.useRealTimers()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function aDashboard() {
  const client = new QueryClient()
  const { live, say } = openLive()
  const fetch = vi.fn<() => Promise<NewestReading[]>>(() => Promise.resolve([device]))
  const stops = [
    new QueryObserver(client, { ...newestReadings, queryFn: fetch }).subscribe(() => {}),
    followNewest(client, [device.deviceId], live),
  ]
  stop = () => {
    stops.forEach((end) => end())
    live.stop()
    client.clear()
  }
  return { say, fetch }
}

test('the newest readings are fetched once more after the subscription', async () => {
  const { fetch } = aDashboard()
  await pass(500)
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('the newest readings are fetched every 30 s, though live ones come every second', async () => {
  const { say, fetch } = aDashboard()
  await pass(500)
  fetch.mockClear()
  for (let second = 0; second < 120; second++) {
    say(device.deviceId, { ...values, time: new Date(Date.now()).toISOString() })
    await pass(1000)
  }
  expect(fetch.mock.calls.length).toBeGreaterThanOrEqual(120_000 / NEWEST_REFRESH_MS - 1)
  expect(fetch.mock.calls.length).toBeLessThanOrEqual(120_000 / NEWEST_REFRESH_MS)
})
