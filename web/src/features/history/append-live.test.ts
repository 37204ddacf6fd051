import {
  bucketAt,
  bucketsOf,
  CHART_POINTS_MAX,
  DAY_MS,
  boardMetrics,
  MINUTE_MS,
  type DeviceHistory,
  type SensorRecord,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { appendLive, isLate } from './append-live.ts'
import { columnsOf } from './board-series.ts'
import { chartSeries } from './chart-series.ts'

const START = Date.UTC(2026, 10, 20)
const range = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-20T23:59:59.999Z' }
const nothing = { temperature: null, humidity: null, airPressure: null, airQuality: null }
const at = (time: string | number, values: Partial<SensorRecord> = { temperature: 20 }): SensorRecord => ({
  ...nothing,
  ...values,
  time: typeof time === 'string' ? time : new Date(time).toISOString(),
})
const readings = (...records: SensorRecord[]): DeviceHistory => ({
  deviceId: 'd',
  deviceName: 'D',
  resolution: 0,
  sensorHistoryRecords: records,
})
const times = ({ sensorHistoryRecords }: DeviceHistory) => sensorHistoryRecords.map(({ time }) => time)

/** The history that the server draws of readings: in buckets, as a chart of these days. */
function bucketed(days: number, records: readonly SensorRecord[], end = START) {
  const span = { from: new Date(end - days * DAY_MS).toISOString(), to: new Date(end + DAY_MS - 1).toISOString() }
  const { start, width } = bucketsOf({ from: Date.parse(span.from), to: Date.parse(span.to) }, CHART_POINTS_MAX)
  const empty = { ...readings(), resolution: width / 1000, start: new Date(start).toISOString(), newest: null }
  return { span, buckets: { start, width }, history: appendLive(empty, records, span) }
}

describe('a live reading', () => {
  test.each([
    ['on the first instant of the range', range.from, true],
    ['on the last instant of the range', range.to, true],
    ['before the range', '2026-11-19T23:59:59.999Z', false],
    ['after the range', '2026-11-21T00:00:00.000Z', false],
  ])('%s', (_, time, taken) => {
    expect(times(appendLive(readings(), [at(time)], range))).toEqual(taken ? [time] : [])
  })

  test('that is already there changes nothing', () => {
    const shown = readings(at('2026-11-20T10:00:00.000Z'))
    expect(appendLive(shown, [at('2026-11-20T10:00:00.000Z')], range)).toBe(shown)
  })

  test('twice in one message is added once', () => {
    const twice = [at('2026-11-20T10:00:00.000Z'), at('2026-11-20T10:00:00.000Z')]
    expect(times(appendLive(readings(), twice, range))).toHaveLength(1)
  })

  test('that comes late stands in its place', () => {
    const shown = readings(at('2026-11-20T10:00:00.000Z'), at('2026-11-20T12:00:00.000Z'))
    expect(times(appendLive(shown, [at('2026-11-20T11:00:00.000Z')], range))[1]).toBe('2026-11-20T11:00:00.000Z')
  })

  test('completes another of the same instant', () => {
    const shown = readings(at(START, { temperature: 20 }))
    const [record] = appendLive(shown, [at(START, { temperature: 20, humidity: 60 })], range).sensorHistoryRecords
    expect(record).toMatchObject({ temperature: 20, humidity: 60, max: { temperature: 20, humidity: 60 } })
  })

  test('beyond 500 turns readings into buckets that hold every one of them', () => {
    const minute = (index: number) => at(START + index * MINUTE_MS, { temperature: index })
    const shown = readings(...Array.from({ length: CHART_POINTS_MAX }, (_, index) => minute(index)))
    const more = appendLive(shown, [minute(CHART_POINTS_MAX)], range)
    expect(more.resolution).toBe(180)
    expect(more.sensorHistoryRecords[0]).toMatchObject({
      temperature: 1,
      min: { temperature: 0 },
      max: { temperature: 2 },
    })
    const counted = more.sensorHistoryRecords.reduce((sum, { counts }) => sum + (counts?.temperature ?? 0), 0)
    expect(counted).toBe(CHART_POINTS_MAX + 1)
  })
})

describe('a live reading of a history in buckets', () => {
  const tenMinutes = (days: number) =>
    Array.from({ length: days * 144 }, (_, index) =>
      at(START - days * DAY_MS + index * 10 * MINUTE_MS, { temperature: index % 30, humidity: 50 }),
    )

  test.each([31, 365])(
    'two hundred of them leave the gaps and the runs of %i days as they were, and are all counted',
    (days) => {
      // The device was silent for three days.
      const [silentFrom, silentTo] = [START - 9 * DAY_MS, START - 6 * DAY_MS]
      const isSilent = ({ time }: SensorRecord) => Date.parse(time) > silentFrom && Date.parse(time) < silentTo
      const sent = tenMinutes(days).filter((record) => !isSilent(record))
      const { span, buckets, history } = bucketed(days, sent)
      const now = START + 200 * 10_000
      const series = (shown: DeviceHistory) =>
        chartSeries(columnsOf(shown, 'temperature'), {
          metric: boardMetrics[0],
          celsius: true,
          intervalSeconds: 10,
          from: Date.parse(span.from),
          to: Date.parse(span.to),
          now,
          since: 0,
        })
      const before = series(history)
      let live = history
      for (let index = 0; index < 200; index++) live = appendLive(live, [at(START + index * 10_000)], span)
      const after = series(live)

      expect(before.gaps.filter(({ from }) => from < START - DAY_MS)).toHaveLength(1)
      expect(after.gaps).toEqual(before.gaps)
      expect(after.runs.map((run) => run.length)).toEqual([before.runs[0]?.length, (before.runs[1]?.length ?? 0) + 1])
      expect(after.runs.flat().slice(0, -2)).toEqual(before.runs.flat().slice(0, -1))
      const index = bucketAt(buckets, START)
      expect(live.sensorHistoryRecords.at(-1)).toMatchObject({
        temperature: 20,
        counts: { temperature: 200, humidity: 0 },
        time: new Date(Math.min(START + 199 * 10_000, buckets.start + (index + 0.5) * buckets.width)).toISOString(),
      })
    },
  )

  test('joins the average and the extremes of the bucket that it belongs to', () => {
    const { span, history } = bucketed(31, [at(START, { temperature: 10 }), at(START + 1, { temperature: 20 })])
    const [record] = appendLive(history, [at(START + 2, { temperature: 30 })], span).sensorHistoryRecords
    expect(record).toMatchObject({
      temperature: 20,
      min: { temperature: 10 },
      max: { temperature: 30 },
      counts: { temperature: 3 },
    })
  })

  test('adds no zero that means N/A, and opens a bucket all the same', () => {
    const { span, history } = bucketed(31, [at(START, { humidity: 40 })])
    const { sensorHistoryRecords: records } = appendLive(history, [at(START + 1, { humidity: 0 })], span)
    expect(records).toMatchObject([{ humidity: 40, min: { humidity: 40 }, counts: { humidity: 1 } }])
  })

  test('counts once when it is appended again, and completes the newest of the same instant', () => {
    const { span, history } = bucketed(31, [at(START, { temperature: 10 })])
    expect(appendLive(history, [at(START, { temperature: 10 })], span)).toBe(history)
    const [record] = appendLive(history, [at(START, { temperature: 10, humidity: 60 })], span).sensorHistoryRecords
    expect(record).toMatchObject({ temperature: 10, humidity: 60, counts: { temperature: 1, humidity: 1 } })
  })

  test('that is late is left to the next fetch', () => {
    const { span, history } = bucketed(31, [at(START)])
    const late = at(START - DAY_MS)
    expect([isLate(history, late, span), isLate(history, at(START + 1), span)]).toEqual([true, false])
    expect(isLate(history, at(START - 90 * DAY_MS), span)).toBe(false)
    expect(appendLive(history, [late], span)).toBe(history)
  })
})
