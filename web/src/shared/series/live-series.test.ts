import type { Series } from '@greenhouse/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { openLive } from '../live/live.fixture.ts'
import { followSeries, LACKING_EVERY_MS, moveSeries, type LiveReadings } from './live-series.ts'
import { aSeries } from './series.fixture.ts'
import { newestSeries, REFRESH_MS } from './series-queries.ts'

const DEVICE = '0190a1b2-0000-4000-8000-000000000001'
const AIR = '0190a1b2-0000-4000-8000-00000000000a'
const SOIL = '0190a1b2-0000-4000-8000-00000000000b'
const air = aSeries({ seriesId: AIR, deviceId: DEVICE, newest: { time: '2026-11-20T10:00:00.000Z', value: 20 } })
const at = (second: number) => `2026-11-20T10:00:${String(second).padStart(2, '0')}.000Z`
const frame = (time: string, values: Record<string, number>): LiveReadings => ({
  eventType: 'readings',
  deviceId: DEVICE,
  readings: [{ time, values }],
})

afterEach(() => void vi.useRealTimers())

test('a newer value becomes the newest one, and a late one does not', () => {
  expect(moveSeries([air], frame(at(8), { [AIR]: 21 }))).toEqual([{ ...air, newest: { time: at(8), value: 21 } }])
  expect(moveSeries([air], frame('2026-11-20T09:00:00.000Z', { [AIR]: 3 }))).toEqual([air])
})

test('a value of an unlisted series does not prevent the update of others', () => {
  expect(moveSeries([air], frame(at(8), { [SOIL]: 41, [AIR]: 21 }))).toEqual([
    { ...air, newest: { time: at(8), value: 21 } },
  ])
})

test('writes a live value into the list, and refetches the list for a new series', async () => {
  vi.useFakeTimers({ now: Date.parse(at(0)) })
  const client = new QueryClient()
  const { live, send } = openLive()
  const { queryKey } = newestSeries
  client.setQueryData(queryKey, [air])
  const stop = followSeries(client, [DEVICE], live)
  try {
    await vi.advanceTimersByTimeAsync(500)
    client.setQueryData(queryKey, [air])
    send(frame(at(8), { [AIR]: 21 }))
    expect(client.getQueryData(queryKey)?.[0]?.newest).toEqual({ time: at(8), value: 21 })
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false)
    send(frame(at(9), { [SOIL]: 41 }))
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
  } finally {
    stop()
    live.stop()
    client.clear()
  }
})

test('a fast board delays its first tile by one fetch only', async () => {
  vi.useFakeTimers({ now: Date.parse(at(0)) })
  const client = new QueryClient()
  const { live, send } = openLive()
  const soil = aSeries({ seriesId: SOIL, deviceId: DEVICE })
  const served = [air]
  const slow = () => new Promise<Series[]>((done) => setTimeout(() => done([...served]), 3000))
  const fetch = vi.fn<() => Promise<Series[]>>(slow)
  const stops = [
    new QueryObserver(client, { ...newestSeries, queryFn: fetch }).subscribe(() => {}),
    followSeries(client, [DEVICE], live),
  ]
  const sendFor = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      send(frame(new Date(Date.now()).toISOString(), { [SOIL]: 41 }))
      await vi.advanceTimersByTimeAsync(1000)
    }
  }
  try {
    await vi.advanceTimersByTimeAsync(10_000)
    fetch.mockClear()
    await sendFor(20)
    expect(fetch.mock.calls.length).toBeLessThanOrEqual(20_000 / LACKING_EVERY_MS + 1)
    served.push(soil)
    await sendFor((LACKING_EVERY_MS + 3000) / 1000)
    expect(client.getQueryData(newestSeries.queryKey)?.map(({ seriesId }) => seriesId)).toEqual([AIR, SOIL])
  } finally {
    stops.forEach((stop) => stop())
    live.stop()
    client.clear()
  }
})

test('refetches the newest values every 30 s, despite live ones every second', async () => {
  vi.useFakeTimers({ now: Date.parse(at(0)) })
  const client = new QueryClient()
  const { live, send } = openLive()
  const fetch = vi.fn<() => Promise<Series[]>>(() => Promise.resolve([air]))
  const stops = [
    new QueryObserver(client, { ...newestSeries, queryFn: fetch }).subscribe(() => {}),
    followSeries(client, [DEVICE], live),
  ]
  try {
    await vi.advanceTimersByTimeAsync(500)
    // Once more after the subscription, for values in between.
    expect(fetch).toHaveBeenCalledTimes(2)
    fetch.mockClear()
    for (let second = 0; second < 120; second++) {
      send(frame(new Date(Date.now()).toISOString(), { [AIR]: 21 }))
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(fetch.mock.calls.length).toBeGreaterThanOrEqual(120_000 / REFRESH_MS - 1)
    expect(fetch.mock.calls.length).toBeLessThanOrEqual(120_000 / REFRESH_MS)
  } finally {
    stops.forEach((stop) => stop())
    live.stop()
    client.clear()
  }
})
