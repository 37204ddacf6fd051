import type { Alert } from '@greenhouse/contract'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AlertBatch } from './alert-batch.ts'
import { deviceAlertsBetween, withNew } from './alert-queries.ts'
import { unseenCount } from './unseen.ts'

const alert = (alertId: string): Alert => ({
  alertId,
  alertName: 'Tomato house',
  alertDesc: 'Too warm',
  alertTime: '2026-11-20T09:41:00.000Z',
  alertPlantConditionId: null,
  alertDeviceConditionId: null,
  deviceId: null,
  seriesId: null,
  sensorType: null,
})
const ids = (alerts: readonly Alert[]) => alerts.map(({ alertId }) => alertId).join('')

test('live alerts come first, the last one on top, and each once', () => {
  expect(ids(withNew([alert('b'), alert('a')], [alert('c'), alert('d'), alert('c'), alert('a')]))).toBe('dcba')
})

test.each([
  ['c', 0],
  ['b', 1],
  ['a', 2],
  [null, 3],
  ['gone', 3],
])('after %s was seen, %i are new', (seen, count) => {
  expect(unseenCount([alert('c'), alert('b'), alert('a')], seen)).toBe(count)
})

test('the alerts of a range are fetched page by page, a thousand of a device at most', async () => {
  const asked: URLSearchParams[] = []
  const rows = Array.from({ length: 1400 }, () => alert(crypto.randomUUID()))
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'http://localhost').searchParams
    asked.push(query)
    const start = rows.findIndex(({ alertId }) => alertId === query.get('before')) + 1
    const length = query.get('deviceId') === 'small' ? 250 : rows.length
    return Response.json(rows.slice(start, Math.min(start + 200, length)))
  })
  const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' }
  const found = await new QueryClient().fetchQuery(deviceAlertsBetween(['small', 'large'], range))
  expect(found).toEqual([...rows.slice(0, 250), ...rows.slice(0, 1000)])
  expect(asked.map((query) => [query.get('from'), query.get('to')])).toEqual(asked.map(() => [range.from, range.to]))
  expect(asked).toHaveLength(2 + 5)
  vi.unstubAllGlobals()
})

describe('alerts that come in quick succession', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('are announced together after 1.5 s without another', () => {
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
