import { type DeviceHistory, type SensorRecord } from '@greenhouse/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLive } from '../../lib/test-live.ts'
import { historyQuery } from './history-queries.ts'
import { followLive } from './follow-live.ts'

const DEVICE = '0190a1b2-0000-4000-8000-000000000001'
const range = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-20T23:59:59.999Z' }
const at = (time: string): SensorRecord => ({
  temperature: 20,
  humidity: null,
  airPressure: null,
  airQuality: null,
  time: `2026-11-20T${time}.000Z`,
})
const historyOf = (...records: SensorRecord[]): DeviceHistory => ({
  deviceId: DEVICE,
  deviceName: 'D',
  resolution: 0,
  sensorHistoryRecords: records,
})

/** A chart that is open, and a server whose answers the test gives. */
function aChart() {
  const client = new QueryClient()
  const { live, say } = openLive()
  const answers: Array<(history: DeviceHistory) => void> = []
  const query = historyQuery(DEVICE, range)
  const observer = new QueryObserver(client, {
    ...query,
    queryFn: () => new Promise<DeviceHistory>((resolve) => answers.push(resolve)),
  })
  const stops = [observer.subscribe(() => {}), followLive(client, DEVICE, range, live)]
  stop = () => {
    stops.forEach((end) => end())
    live.stop()
    client.clear()
  }
  const shown = () => client.getQueryData(query.queryKey)?.sensorHistoryRecords.map(({ time }) => time.slice(11, 16))
  return { say, answers, shown }
}

let stop = () => {}
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  stop()
  vi.useRealTimers()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('is asked for once more after the subscription, so that nothing in between is missed', async () => {
  const { answers, shown } = aChart()
  await pass(0)
  answers[0]?.(historyOf(at('10:00:00')))
  await pass(1500)
  expect(answers).toHaveLength(2)
  answers[1]?.(historyOf(at('10:00:00'), at('10:01:00')))
  await pass(5 * 60_000)
  expect(shown()).toEqual(['10:00', '10:01'])
  expect(answers).toHaveLength(2)
})

test('a reading that arrives while a fetch is under way is not lost with its result', async () => {
  const { say, answers, shown } = aChart()
  await pass(0)
  answers[0]?.(historyOf(at('10:00:00')))
  await pass(1000)
  say(DEVICE, at('10:01:00'))
  await pass(1000)
  expect(shown()).toEqual(['10:00', '10:01'])
  answers[1]?.(historyOf(at('10:00:00')))
  await pass(1000)
  expect(shown()).toEqual(['10:00', '10:01'])
})

test('readings are added at most once a second, however often they come', async () => {
  const { say, answers, shown } = aChart()
  await pass(0)
  answers[0]?.(historyOf())
  await pass(1500)
  answers[1]?.(historyOf())
  await pass(1500)
  for (let second = 10; second < 20; second++) say(DEVICE, at(`10:00:${second}`))
  await pass(900)
  expect(shown()).toEqual([])
  await pass(100)
  expect(shown()).toHaveLength(10)
})

test('a reading that is late for the buckets has them fetched again', async () => {
  const { say, answers } = aChart()
  const buckets = { resolution: 600, start: range.from, newest: at('10:00:00') }
  await pass(0)
  answers[0]?.({ ...historyOf(at('10:00:00')), ...buckets })
  await pass(1500)
  answers[1]?.({ ...historyOf(at('10:00:00')), ...buckets })
  await pass(0)
  say(DEVICE, at('09:00:00'), at('09:10:00'))
  say(DEVICE, at('09:20:00'))
  await pass(60_000)
  expect(answers).toHaveLength(3)
})
