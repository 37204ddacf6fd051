import { COUNTED_READINGS_MAX, DAY_MS, HISTORY_POINTS_MAX, MINUTE_MS } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useKnownReadings } from './known-readings.ts'

const TO = Date.parse('2026-06-16T12:00:00Z')
const RANGE = { from: TO - 30 * DAY_MS, to: TO }
const SERIES_ID = '0190a1b2-0000-4000-8000-0000000000a1'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens a series with a reading at every interval; replies have averages above the most points. */
function open(sentMs: number, intervalSeconds: number) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const { searchParams } = new URL(url, 'http://localhost')
    const [from, to] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''))
    const first = Math.ceil((from ?? 0) / sentMs) * sentMs
    const count = Math.floor(((to ?? 0) - first) / sentMs) + 1
    const isWhole = count <= HISTORY_POINTS_MAX
    const time = Array.from({ length: Math.min(count, HISTORY_POINTS_MAX) }, (_, index) => first + index * sentMs)
    const series = { seriesId: SERIES_ID, resolution: isWhole ? 0 : 1296, time, mean: time.map((at) => at / sentMs) }
    return Response.json({ series: [series] })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { result } = renderHook(() => useKnownReadings(SERIES_ID, RANGE, intervalSeconds), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  return { asked, result }
}

test('the readings of a minute are read in parts, each once and in their order', async () => {
  const { asked, result } = open(MINUTE_MS, 60)
  await waitFor(() => expect(result.current.isExact).toBe(true))
  const { at = new Float64Array() } = result.current.readings ?? {}
  expect(at).toHaveLength((30 * DAY_MS) / MINUTE_MS + 1)
  expect(at.every((time, index) => time === RANGE.from + index * MINUTE_MS)).toBe(true)
  expect(asked).toHaveLength(1 + 24)
})

test('reads few readings at once', async () => {
  const { asked, result } = open(DAY_MS / 24, 3600)
  await waitFor(() => expect(result.current.isExact).toBe(true))
  expect(result.current.readings?.at).toHaveLength(30 * 24 + 1)
  expect(asked).toHaveLength(1)
})

test.each([
  ['a device that sends too often', 10_000, 10, 1],
  ['a device that sends more often than it says', 10_000, 60, 1 + 4],
])('%s has averages in place of its readings', async (_, sentMs, intervalSeconds, requests) => {
  const { asked, result } = open(sentMs, intervalSeconds)
  await waitFor(() => expect([result.current.readings?.at.length, result.current.isLoading]).toEqual([2000, false]))
  expect(result.current.isExact).toBe(false)
  expect(asked).toHaveLength(requests)
  expect((30 * DAY_MS) / sentMs).toBeGreaterThan(COUNTED_READINGS_MAX)
})
