import { CHART_POINTS_MAX, seriesRoutes, type SeriesHistory } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { aSeries } from '../../../shared/series/series.fixture.ts'
import { readView, shownRange } from './history-view.ts'
import { useFirstDay } from './use-first-day.ts'

const NOW = Date.parse('2026-06-16T12:20:00Z')
const HOUR = 3_600_000
const WIDTH = HOUR

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Returns the start of the view, in hours before now; undefined without a first day. */
async function sinceOf(createdHoursAgo: number, history: Pick<SeriesHistory, 'resolution' | 'time' | 'start'>) {
  const view = readView(new URLSearchParams(), NOW)
  const columns = { mean: history.time.map(() => 21), min: history.time.map(() => 20), max: history.time.map(() => 22) }
  const whole = { seriesId: aSeries().seriesId, ...history, ...columns, newest: NOW, count: 1 }
  const fetched = vi.fn<(url: string) => Promise<Response>>(async () => Response.json({ series: [whole] }))
  vi.stubGlobal('fetch', fetched)
  const device = { ...aDevice, createdAt: new Date(NOW - createdHoursAgo * HOUR).toISOString() }
  const { newest: _newest, raw: _raw, ...series } = aSeries()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useFirstDay(device, [series], { view, now: NOW }), { wrapper })
  if (device.createdAt > shownRange(view, NOW).from) {
    await waitFor(() => expect(fetched).toHaveBeenCalled())
    expect(fetched.mock.calls[0]?.[0]).toContain(seriesRoutes.history.path)
    await waitFor(() => expect(client.isFetching()).toBe(0))
  }
  const { since } = result.current
  return since === undefined ? undefined : (NOW - since) / HOUR
}

const aDevice = {
  deviceId: aSeries().deviceId,
  userId: '0190a1b2-0000-4000-8000-0000000000a1',
  deviceName: 'North end',
  deviceDescription: '',
  waitTime: '30',
  connected: true,
  lastSeenAt: null,
  refused: { count: 0, reason: null, at: null },
}

/** As the server answers a month with many readings: the buckets start with the range. */
const bucketed = (hoursAgo: number) => ({
  resolution: WIDTH / 1000,
  start: NOW - 31 * 24 * HOUR,
  time: Array.from(
    { length: Math.min(Math.ceil(hoursAgo), CHART_POINTS_MAX) },
    (_, hour) => NOW - (hoursAgo - hour - 0.5) * HOUR,
  ),
})
const raw = (hoursAgo: number) => ({ resolution: 0, time: [NOW - hoursAgo * HOUR, NOW] })

test.each([
  ['a few readings', 5, raw(5), 5],
  ['many readings', 20, bucketed(20), 20],
  ['many readings, in whose first hour the device was added', 19.75, bucketed(20), 19.75],
  ['readings that it kept from before', 2, bucketed(9), 9],
  ['a first reading days after it was added', 70, raw(3), 3],
  ['a first reading more than a day ago', 26, bucketed(25), undefined],
  ['a first reading in the range, of a device that is older', 24 * 40, raw(3), undefined],
])('a device with %s is shown from its first reading within a day', async (_, created, history, expected) => {
  expect(await sinceOf(created, history)).toBe(expected)
})
