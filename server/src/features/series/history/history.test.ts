import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HISTORY_POINTS_MAX, HOUR_MS, MINUTE_MS, readingRoutes } from '@greenhouse/contract'
import { databases } from '../../../../test/databases.ts'
import { createWorld } from '../../../../test/world.ts'
import { layoutOf, roundedMean } from './history.ts'
import { cases } from '../../../../../testing/test-run.ts'

/** Just beyond the earliest and the latest time of the API. */
const [EARLIEST, LATEST] = [Date.parse('-000100-01-01T00:00:00Z'), Date.parse('+010100-01-01T00:00:00Z')]

const instant = fc.oneof(
  fc.integer({ min: EARLIEST, max: LATEST }),
  fc.integer({ min: -100_000, max: 100_000 }),
  fc.constantFrom(0, -1, 1, EARLIEST, LATEST),
)

describe('the points of a chart', () => {
  test('returns at most the requested number of points and covers any range', () => {
    fc.assert(
      fc.property(instant, instant, fc.integer({ min: 1, max: HISTORY_POINTS_MAX }), (one, other, points) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)]
        const { start, width } = layoutOf({ from, to }, points)
        expect(start).toBeLessThanOrEqual(from)
        expect(from - start).toBeLessThan(width)
        expect(Math.floor((to - start) / width) + 1).toBeLessThanOrEqual(points)
        // Times before 1970 are negative, and so is what is left of them.
        const quarter = 15 * MINUTE_MS
        if (width % DAY_MS === 0) expect(Math.abs(start % quarter)).toBe(0)
      }),
      { numRuns: cases(5000) },
    )
  })
})

test('a mean is rounded as released versions rounded it, by its exact value', () => {
  // In binary it is a little less than the middle.
  expect(roundedMean(11.475, 1)).toBe(11.47)
  const means = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -2_000_000, max: 2_000_000 }).map((thousandths) => thousandths / 1000),
    fc.integer().map((whole) => whole + 0.5),
  )
  fc.assert(
    fc.property(means, fc.integer({ min: 0, max: 3 }), (mean, decimals) => {
      expect(JSON.stringify(roundedMean(mean, decimals))).toBe(JSON.stringify(Number(mean.toFixed(decimals + 1))))
    }),
    { numRuns: cases(20_000) },
  )
})

describe.each(databases)('a history across all time on %s', (name, open) => {
  test('returns one record inside the requested range for a history across all time', async () => {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const { deviceId, deviceToken } = await world.aDevice(ann)
    const readings = [10, 20, 30].map((temperature, index) => ({
      temperature,
      timestamp: `2026-11-20T0${index}:00:00Z`,
    }))
    await world.call(readingRoutes.send, { body: readings, token: deviceToken })

    const ranges = fc.record({
      from: fc.integer({ min: Date.parse('0000-01-01T00:00:00Z'), max: Date.parse('2026-11-20T00:00:00Z') }),
      to: fc.integer({ min: Date.parse('2026-11-20T02:00:00Z'), max: Date.parse('9999-12-31T23:59:59Z') }),
      points: fc.constantFrom(1, 1, 2),
    })
    await fc.assert(
      fc.asyncProperty(ranges, async ({ from, to, points }) => {
        const [first, last] = [from, to].map((at) => new Date(at).toISOString())
        const query = { deviceId, from: first, to: last, points }
        const { status, body } = await ann.call(readingRoutes.history, { query })
        expect(status).toBe(200)
        const records = body[0].sensorHistoryRecords as Array<{ time: string; min: unknown; max: unknown }>
        expect(records.length).toBeLessThanOrEqual(points)
        for (const { time } of records) {
          expect(Date.parse(time)).toBeGreaterThanOrEqual(from)
          expect(Date.parse(time)).toBeLessThanOrEqual(to)
        }
        if (points === 1)
          expect(records).toMatchObject([{ temperature: 20, min: { temperature: 10 }, max: { temperature: 30 } }])
      }),
      {
        numRuns: cases(name === 'SQLite' ? 40 : 8),
        examples: [[{ from: Date.parse('1960-01-01T00:00:00Z'), to: Date.parse('2030-01-01T00:00:00Z'), points: 1 }]],
      },
    )
  })
})

describe.each(databases)('a long history on %s', (_name, open) => {
  const HOURS = 365 * 24
  // Midnight in Denmark: no multiple of a coarse rollup.
  const FROM = Date.parse('2025-11-19T23:00:00Z')

  /** A device whose readings have the same wave every day. */
  async function aWave() {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const { deviceId, deviceToken } = await world.aDevice(ann)
    for (let first = 0; first < HOURS; first += 1000) {
      const body = Array.from({ length: Math.min(1000, HOURS - first) }, (_, index) => {
        const hour = first + index
        return {
          temperature: 20 + 6 * Math.sin((hour / 24) * 2 * Math.PI),
          humidity: hour % 10 === 0 ? 0 : 60,
          timestamp: new Date(FROM + hour * HOUR_MS).toISOString(),
        }
      })
      await world.call(readingRoutes.send, { body, token: deviceToken })
    }
    return async (days: number, shift = 0) => {
      const [from, to] = [FROM + shift, FROM + shift + days * DAY_MS - 1].map((at) => new Date(at).toISOString())
      return (await ann.call(readingRoutes.history, { query: { deviceId, from, to, points: 500 } })).body[0]
    }
  }

  test('draws no wave that is longer than a day, and a year as its 365 days', async () => {
    const chart = await aWave()
    const year = await chart(365)
    expect(year.resolution).toBe(86_400)
    expect(year.start).toBe('2025-11-19T23:00:00.000Z')
    expect(year.sensorHistoryRecords).toHaveLength(365)
    for (const { temperature, min, max, counts } of year.sensorHistoryRecords) {
      expect([temperature, min.temperature, max.temperature, counts.temperature]).toEqual([20, 14, 26, 24])
    }
    // Where a day is several points, the same hours of each day are the same.
    for (const days of [40, 80, 120, 200]) {
      const { resolution, sensorHistoryRecords: records } = await chart(days)
      const aDay = 86_400 / resolution
      expect(Number.isInteger(aDay)).toBe(true)
      const averages = records.slice(1, -1).map(({ temperature }: { temperature: number }) => temperature)
      expect(averages.slice(aDay)).toEqual(averages.slice(0, -aDay))
    }
  })

  test('excludes zeros shown as N/A from every kind of bucket', async () => {
    const chart = await aWave()
    for (const days of [30, 60, 365]) {
      const { resolution, sensorHistoryRecords: records } = await chart(days, 20 * 60_000)
      expect(resolution).toBeGreaterThan(0)
      for (const { humidity, min, max } of records) expect([humidity, min.humidity, max.humidity]).toEqual([60, 60, 60])
    }
  })
})
