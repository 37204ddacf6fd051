import { CHART_POINTS_MAX, type SensorRecord } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { appendLive, downsample } from './append-live.ts'

const range = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-20T23:59:59.999Z' }
const at = (time: string): SensorRecord => ({
  time,
  temperature: 20,
  humidity: null,
  airPressure: null,
  airQuality: null,
})
const times = (records: readonly { time: string }[]) => records.map(({ time }) => time)

describe('a live reading', () => {
  test.each([
    ['on the first instant of the range', range.from, true],
    ['on the last instant of the range', range.to, true],
    ['before the range', '2026-11-19T23:59:59.999Z', false],
    ['after the range', '2026-11-21T00:00:00.000Z', false],
  ])('%s', (_, time, taken) => {
    expect(times(appendLive([], [at(time)], range))).toEqual(taken ? [time] : [])
  })

  test('that is already there changes nothing', () => {
    const shown = [at('2026-11-20T10:00:00.000Z')]
    expect(appendLive(shown, [at('2026-11-20T10:00:00.000Z')], range)).toBe(shown)
  })

  test('twice in one message is added once', () => {
    const twice = [at('2026-11-20T10:00:00.000Z'), at('2026-11-20T10:00:00.000Z')]
    expect(appendLive([], twice, range)).toHaveLength(1)
  })

  test('that comes late stands in its place', () => {
    const shown = [at('2026-11-20T10:00:00.000Z'), at('2026-11-20T12:00:00.000Z')]
    expect(times(appendLive(shown, [at('2026-11-20T11:00:00.000Z')], range))[1]).toBe('2026-11-20T11:00:00.000Z')
  })

  test('keeps the chart at 500 points with both ends', () => {
    const shown = Array.from({ length: CHART_POINTS_MAX }, (_, minute) =>
      at(new Date(Date.UTC(2026, 10, 20, 0, minute)).toISOString()),
    )
    const more = appendLive(shown, [at('2026-11-20T20:00:00.000Z')], range)
    expect(more).toHaveLength(CHART_POINTS_MAX)
    expect([more[0]?.time, more.at(-1)?.time]).toEqual([range.from, '2026-11-20T20:00:00.000Z'])
  })
})

describe('an even choice', () => {
  test.each([
    [5, 5, [0, 1, 2, 3, 4]],
    [5, 3, [0, 2, 4]],
    [7, 3, [0, 3, 6]],
    [5, 2, [0, 4]],
    [5, 1, [4]],
    [0, 3, []],
  ])('of %i entries, at most %i', (count, most, kept) => {
    const list = Array.from({ length: count }, (_, index) => index)
    expect(downsample(list, most)).toEqual(kept)
  })

  test('never takes one twice', () => {
    const list = Array.from({ length: 501 }, (_, index) => index)
    expect(new Set(downsample(list, 500)).size).toBe(500)
  })
})
