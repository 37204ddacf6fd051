import { metricById, type SeriesHistory } from '@greenhouse/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLive } from '../live/live.fixture.ts'
import { followLive } from './follow-live.ts'
import { historiesQuery } from './history-queries.ts'

const DEVICE = '0190a1b2-0000-4000-8000-000000000001'
const AIR = '0190a1b2-0000-4000-8000-00000000000a'
const SOIL = '0190a1b2-0000-4000-8000-00000000000b'
const series = [AIR, SOIL].map((id) => ({ id, deviceId: DEVICE, metric: metricById('temperature') }))
const range = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-20T23:59:59.999Z' }
const at = (time: string) => `2026-11-20T${time}.000Z`
const historyOf = (...times: string[]): SeriesHistory[] =>
  [AIR, SOIL].map((seriesId) => {
    const time = seriesId === AIR ? times.map((one) => Date.parse(one)) : []
    return { seriesId, resolution: 0, time, mean: time.map(() => 20) }
  })

/** Opens a chart whose server the test answers for. */
function aChart(more: { points?: number; beyondMs?: number } = {}) {
  const client = new QueryClient()
  const { live, send } = openLive()
  const answers: Array<(histories: SeriesHistory[]) => void> = []
  const query = historiesQuery([AIR, SOIL], range, more.points)
  const observer = new QueryObserver(client, {
    ...query,
    queryFn: () => new Promise<SeriesHistory[]>((resolve) => answers.push(resolve)),
  })
  const stops = [observer.subscribe(() => {}), followLive(client, series, { ...range, ...more }, live)]
  stop = () => {
    stops.forEach((end) => end())
    live.stop()
    client.clear()
  }
  const say = (...times: string[]) => {
    const readings = times.map((time) => ({ time, values: { [AIR]: 20 } }))
    send({ eventType: 'readings', deviceId: DEVICE, readings })
  }
  const shown = (of = AIR) =>
    client
      .getQueryData(query.queryKey)
      ?.find(({ seriesId }) => seriesId === of)
      ?.time.map((time) => new Date(time).toISOString().slice(11, 16))
  return { say, answers, shown }
}

let stop = () => {}
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  stop()
  vi.useRealTimers()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('refetches the history after the subscription, so that no reading is missed', async () => {
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

test('a reading that arrives during a fetch is not lost with its result', async () => {
  const { say, answers, shown } = aChart()
  await pass(0)
  answers[0]?.(historyOf(at('10:00:00')))
  await pass(1000)
  say(at('10:01:00'))
  await pass(1000)
  expect(shown()).toEqual(['10:00', '10:01'])
  answers[1]?.(historyOf(at('10:00:00')))
  await pass(1000)
  expect(shown()).toEqual(['10:00', '10:01'])
})

test('adds readings at most once a second', async () => {
  const { say, answers, shown } = aChart()
  await pass(0)
  answers[0]?.(historyOf())
  await pass(1500)
  answers[1]?.(historyOf())
  await pass(1500)
  for (let second = 10; second < 20; second++) say(at(`10:00:${second}`))
  await pass(900)
  expect(shown()).toEqual([])
  await pass(100)
  expect(shown()).toHaveLength(10)
})

test('a reading that is late for its bucket causes a refetch', async () => {
  const { say, answers } = aChart()
  const newest = Date.parse(at('10:00:00'))
  const columns = { time: [newest], mean: [20], min: [20], max: [20] }
  const buckets = { seriesId: AIR, resolution: 600, start: Date.parse(range.from), newest, count: 1, ...columns }
  await pass(0)
  answers[0]?.([buckets])
  await pass(1500)
  answers[1]?.([buckets])
  await pass(0)
  say(at('09:00:00'), at('09:10:00'))
  say(at('09:20:00'))
  await pass(60_000)
  expect(answers).toHaveLength(3)
})

test('a value joins only the history of its series', async () => {
  const { say, answers, shown } = aChart()
  await pass(0)
  answers[0]?.(historyOf())
  await pass(1500)
  answers[1]?.(historyOf())
  await pass(1500)
  say(at('10:00:00'))
  await pass(1000)
  expect([shown(AIR), shown(SOIL)]).toEqual([['10:00'], []])
})

test.each([
  [0, ['10:00']],
  [60_000, ['10:00', '00:00']],
])('a sparkline takes values at most %i ms newer than its range', async (beyondMs, times) => {
  const { say, answers, shown } = aChart({ points: 96, beyondMs })
  await pass(0)
  answers[0]?.(historyOf())
  await pass(1500)
  answers[1]?.(historyOf())
  await pass(1500)
  say(at('10:00:00'), '2026-11-21T00:00:30.000Z', '2026-11-21T00:01:30.000Z')
  await pass(1000)
  expect(shown()).toEqual(times)
})
