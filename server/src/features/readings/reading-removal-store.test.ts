import { readingRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld } from '../../../test/world.ts'
import { deleteReadingsInParts } from './reading-removal-store.ts'
import { rollUp } from './rollup.ts'

const START = Date.parse('2026-01-01T00:00:00Z')

describe.each(databases)('removing readings on %s', { timeout: 60_000 }, (_name, open) => {
  test('killed in the middle leaves sums of just those readings that are left', async () => {
    const database = await open()
    const world = await createWorld({}, database)
    const { db } = database
    const device = await world.aDevice(await world.as('ann'))
    const { key } = await db.selectFrom('device').select('key').executeTakeFirstOrThrow()
    for (let part = 0; part < 12; part++) {
      const readings = Array.from({ length: 1000 }, (_, index) => {
        const at = START + (part * 1000 + index) * 20_000
        return { temperature: index / 100, humidity: part, timestamp: new Date(at).toISOString() }
      })
      await world.call(readingRoutes.send, { body: readings, token: device.deviceToken })
    }

    // What a kill leaves after the first part: the second one never happens.
    let parts = 0
    const killed = db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'SelectQueryNode' && ++parts === 2) throw new Error('killed')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await expect(deleteReadingsInParts(killed, key)).rejects.toThrow('killed')
    const rows = await db.selectFrom('reading').selectAll().orderBy('at').execute()
    expect(rows.length).toBeGreaterThan(5000)
    expect(rows.length).toBeLessThan(7000)
    const left = rows.map(({ at, temperature, humidity, air_pressure, air_quality }) => ({
      deviceKey: key,
      at,
      withoutClock: false,
      temperature,
      humidity,
      airPressure: air_pressure,
      airQuality: air_quality,
    }))
    const expected = rollUp(left).map(({ levelMs, at, summaries: { temperature, humidity, airPressure } }) => ({
      level_ms: levelMs,
      at,
      temperature_n: temperature.n,
      temperature_sum: temperature.sum,
      temperature_min: temperature.min,
      temperature_max: temperature.max,
      humidity_sum: humidity.sum,
      air_pressure_n: airPressure.n,
      air_pressure_min: null,
    }))
    const rollups = await db.selectFrom('rollup').selectAll().orderBy('level_ms').orderBy('at').execute()
    expect(rollups).toHaveLength(expected.length)
    expect(rollups).toEqual(expect.arrayContaining(expected.map((rollup) => expect.objectContaining(rollup))))
  })

  test('years of readings are summed up in one point', async () => {
    const database = await open()
    const world = await createWorld({}, database)
    const { db } = database
    const ann = await world.as('ann')
    const device = await world.aDevice(ann)
    const ends = ['2026-01-01T00:00:00Z', '2026-01-01T06:00:00Z'].map((timestamp) => ({ pressure: 1000, timestamp }))
    await world.call(readingRoutes.send, { body: ends, token: device.deviceToken })
    // As three years of a reading every ten seconds would have left it.
    await db
      .updateTable('rollup')
      .set({ air_pressure_n: 4_730_400, air_pressure_sum: 4_730_400 * 1e9 })
      .execute()
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-03T00:00:00Z' }
    const query = { deviceId: device.deviceId, ...range, points: 1 }
    const { status, body } = await ann.call(readingRoutes.history, { query })
    expect([status, body[0]?.sensorHistoryRecords]).toEqual([200, [expect.objectContaining({ airPressure: 1000 })]])
  })
})
