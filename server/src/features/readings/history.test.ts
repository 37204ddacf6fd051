import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HISTORY_POINTS_MAX, readingRoutes } from '@greenhouse/contract'
import { databases } from '../../../test/databases.ts'
import { createWorld } from '../../../test/world.ts'
import { layoutOf } from './history.ts'

/** What a time of the API can name, and a little beyond on both sides. */
const [EARLIEST, LATEST] = [Date.parse('-000100-01-01T00:00:00Z'), Date.parse('+010100-01-01T00:00:00Z')]

const instant = fc.oneof(
  fc.integer({ min: EARLIEST, max: LATEST }),
  fc.integer({ min: -100_000, max: 100_000 }),
  fc.constantFrom(0, -1, 1, EARLIEST, LATEST),
)

describe('the points of a chart', () => {
  test('are never more than asked for, and cover the range, whichever it is', () => {
    fc.assert(
      fc.property(instant, instant, fc.integer({ min: 1, max: HISTORY_POINTS_MAX }), (one, other, points) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)]
        const { level, start, width } = layoutOf({ from, to }, points)
        expect(start).toBeLessThanOrEqual(from)
        expect(from - start).toBeLessThan(width)
        expect(Math.floor((to - start) / width) + 1).toBeLessThanOrEqual(points)
        expect([width % (level || 1), start % (level || 1)].map(Math.abs)).toEqual([0, 0])
      }),
      { numRuns: 5000 },
    )
  })
})

describe.each(databases)('a history across all time on %s', (name, open) => {
  test('is one record whose time lies inside the range asked for', async () => {
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
        numRuns: name === 'SQLite' ? 40 : 8,
        examples: [[{ from: Date.parse('1960-01-01T00:00:00Z'), to: Date.parse('2030-01-01T00:00:00Z'), points: 1 }]],
      },
    )
  })
})
