import { boardMetrics } from '@greenhouse/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import type { OpenDatabase } from '../../platform/db/open.ts'
import type { Reading } from './decode-board.ts'
import { downsampled } from './history.ts'
import { storeReadings } from './append-readings-store.ts'

const START = Date.parse('2026-11-20T00:00:00Z')
const HOUR = 3_600_000

const value = (min: number, max: number) => fc.option(fc.double({ min, max, noNaN: true }), { nil: null })
/** A reading that belongs to its place in time: the same time always carries the same values, as a repetition does. */
const readings = fc.uniqueArray(
  fc.record({
    minute: fc.integer({ min: 0, max: 60 * 40 }),
    temperature: value(-40, 130),
    humidity: value(0, 100),
    airPressure: value(900, 1100),
    airQuality: value(0, 2000),
  }),
  { selector: ({ minute }) => minute, minLength: 1, maxLength: 60 },
)

async function aDevice({ db }: OpenDatabase, id: string): Promise<number> {
  await db
    .insertInto('user')
    .values({
      id: 'ann',
      first_name: 'Ann',
      last_name: 'Holm',
      email: 'a',
      email_key: 'a',
      birthday: null,
      country: null,
      role: 'user',
      password_hash: '',
      created_at: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const device = {
    id,
    user_id: 'ann',
    name: 'House',
    description: '',
    created_at: 0,
    wait_seconds: 600,
    token_hash: id,
    last_seen_at: null,
    refused_reason: null,
    refused_at: null,
  }
  return (await db.insertInto('device').values(device).returning('key').executeTakeFirstOrThrow()).key
}

async function contents({ db }: OpenDatabase, key: number) {
  const without = (rows: object[]) => rows.map((row) => ({ ...row, device_key: 0 }))
  return {
    rows: without(await db.selectFrom('reading').selectAll().where('device_key', '=', key).orderBy('at').execute()),
    newest: without(await db.selectFrom('newest_reading').selectAll().where('device_key', '=', key).execute()),
    rollups: without(
      await db
        .selectFrom('rollup')
        .selectAll()
        .where('device_key', '=', key)
        .orderBy('level_ms')
        .orderBy('at')
        .execute(),
    ),
  }
}

describe.each(databases)('readings on %s', (name, open) => {
  const numRuns = name === 'SQLite' ? 60 : 12

  test('any order and repetition gives the same rows, newest values and rollups', async () => {
    const opened = await open()
    let devices = 0
    const store = async (sequence: readonly Reading[], groupSize: number) => {
      const deviceKey = await aDevice(opened, `d${++devices}`)
      for (let from = 0; from < sequence.length; from += groupSize) {
        const group = sequence.slice(from, from + groupSize).map((reading) => ({ ...reading, deviceKey }))
        await opened.db.transaction().execute((tx) => storeReadings(tx, group))
      }
      return contents(opened, deviceKey)
    }
    const shuffled = readings.chain((some) => {
      const list = some.map(({ minute, ...values }): Reading => ({
        ...values,
        at: START + minute * 60_000,
        deviceKey: 0,
        withoutClock: false,
      }))
      return fc.record({
        once: fc.constant(list),
        mixed: fc.shuffledSubarray([...list, ...list], { minLength: 2 * list.length, maxLength: 2 * list.length }),
        groupSize: fc.integer({ min: 1, max: 40 }),
      })
    })
    await fc.assert(
      fc.asyncProperty(shuffled, async ({ once, mixed, groupSize }) => {
        const expected = await store(once, once.length)
        expect(await store(mixed, groupSize)).toEqual(expected)
        expect(expected.rows).toHaveLength(once.length)
        expect(expected.newest).toEqual([expected.rows.at(-1)])
      }),
      { numRuns },
    )
  })

  test('a downsampled history counts each reading of the range once, and nothing outside it', async () => {
    const opened = await open()
    const deviceKey = await aDevice(opened, 'd')
    const all = Array.from({ length: 2000 }, (_, index): Reading => {
      const wave = Math.sin(index / 30)
      return {
        deviceKey,
        at: START + index * 7 * 60_000,
        withoutClock: false,
        temperature: 20 + 10 * wave,
        humidity: index % 7 === 0 ? null : 50,
        airPressure: 1000 + index / 100,
        airQuality: 400,
      }
    })
    await opened.db.transaction().execute((tx) => storeReadings(tx, all))
    const ranges = fc.record({
      from: fc.integer({ min: -HOUR, max: 200 * HOUR }),
      length: fc.integer({ min: 0, max: 240 * HOUR }),
      // Few points for many days are buckets of whole days.
      points: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 9 })),
    })
    await fc.assert(
      fc.asyncProperty(ranges, async ({ from, length, points }) => {
        const range = { from: START + from, to: START + from + length }
        const inside = all.filter(({ at }) => at >= range.from && at <= range.to)
        const { sensorHistoryRecords: records, resolution } = await downsampled(opened.db, deviceKey, range, points)
        expect(records.length).toBeLessThanOrEqual(points)
        if (resolution === 0) expect(records).toHaveLength(inside.length)
        for (const { id } of boardMetrics) {
          const values = inside.map((reading) => reading[id]).filter((known) => known !== null)
          if (resolution !== 0) {
            const counted = records.reduce((sum, { counts }) => sum + (counts?.[id] ?? 0), 0)
            expect(counted).toBe(values.length)
          }
          const [lows, highs] = [
            records.map((record) => record.min?.[id]),
            records.map((record) => record.max?.[id]),
          ].map((list) => list.filter((known) => typeof known === 'number'))
          if (values.length === 0) expect(lows).toEqual([])
          else
            expect([Math.min(...(lows ?? [])), Math.max(...(highs ?? []))]).toEqual([
              Math.min(...values),
              Math.max(...values),
            ])
        }
      }),
      { numRuns },
    )
  })

  test('every reading has the same weight in an average, however many buckets they come from', async () => {
    const opened = await open()
    const deviceKey = await aDevice(opened, 'd')
    const reading = (minute: number, temperature: number): Reading => ({
      deviceKey,
      at: START + minute * 60_000,
      withoutClock: false,
      temperature,
      humidity: null,
      airPressure: null,
      airQuality: null,
    })
    await opened.db
      .transaction()
      .execute((tx) => storeReadings(tx, [reading(0, 10), reading(1, 10), reading(2, 10), reading(400, 30)]))
    const { sensorHistoryRecords: records } = await downsampled(
      opened.db,
      deviceKey,
      { from: START, to: START + 24 * HOUR },
      1,
    )
    expect(records).toEqual([
      expect.objectContaining({
        temperature: 15,
        humidity: null,
        min: expect.objectContaining({ temperature: 10 }),
        max: expect.objectContaining({ temperature: 30 }),
      }),
    ])
  })

  test('as many readings as points are shown as they are, one more is downsampled', async () => {
    const database = await open()
    const deviceKey = await aDevice(database, 'd')
    const none = { humidity: null, airPressure: null, airQuality: null, withoutClock: false }
    const six = Array.from({ length: 6 }, (_, index) => ({
      ...none,
      deviceKey,
      at: START + index * HOUR,
      temperature: index,
    }))
    await database.db.transaction().execute((tx) => storeReadings(tx, six))
    const shown = (hours: number) => downsampled(database.db, deviceKey, { from: START, to: START + hours * HOUR }, 5)

    expect(await shown(4)).toMatchObject({
      resolution: 0,
      sensorHistoryRecords: [0, 1, 2, 3, 4].map((temperature) => ({ temperature })),
    })
    const { resolution, sensorHistoryRecords: records } = await shown(5)
    expect(resolution).toBeGreaterThan(0)
    expect(records.length).toBeLessThanOrEqual(5)
  })
})
