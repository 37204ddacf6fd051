import { readingRoutes } from '@greenhouse/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../src/platform/db/open.ts'
import { up } from '../src/platform/db/migrations/0012-values-in-rollups.ts'
import { databases } from './databases.ts'
import { createWorld } from './world.ts'

const START = Date.parse('2026-11-19T00:00:00Z')
const MINUTE = 60_000

/** Creates a device with eight hours of readings, in which the humidity is zero now and then, and for a whole hour. */
async function aDevice(database: OpenDatabase) {
  const world = await createWorld({}, database)
  const device = await world.aDevice(await world.as('ann'))
  const body = Array.from({ length: 8 * 12 }, (_, index) => {
    const isZero = index % 7 === 0 || (index >= 12 && index < 24)
    return {
      temperature: index - 40,
      humidity: isZero ? 0 : 40 + index / 10,
      timestamp: new Date(START + index * 5 * MINUTE).toISOString(),
    }
  })
  await world.call(readingRoutes.send, { body, token: device.deviceToken })
}

const rollupsOf = ({ db }: OpenDatabase) =>
  db.selectFrom('rollup').selectAll().orderBy('level_ms').orderBy('at').execute()

/** Changes the rollups to those of versions before 0012: zeros counted as values, without a count of readings. */
async function asBefore({ db }: OpenDatabase): Promise<void> {
  const part = 'reading where device_key = rollup.device_key and at >= rollup.at and at < rollup.at + level_ms'
  await sql
    .raw(
      `update rollup set humidity_n = (select count(humidity) from ${part}), humidity_min = (select min(humidity) from ${part}), humidity_max = (select max(humidity) from ${part})`,
    )
    .execute(db)
  await sql.raw('alter table rollup drop column readings').execute(db)
}

describe.each(databases)('rollups of before on %s', (_name, open) => {
  test('are after the upgrade as if zeros had never counted', async () => {
    const database = await open()
    await aDevice(database)
    const right = await rollupsOf(database)
    expect(right.some(({ humidity_n: n }) => n === 0)).toBe(true)
    await asBefore(database)
    expect((await rollupsOf(database)).some(({ humidity_min: min }) => min === 0)).toBe(true)
    await up(database.db, { name: database.dialect })
    expect(await rollupsOf(database)).toEqual(right)
  })

  test('whose readings are gone lose the sums in which zeros and values are mixed, and no others', async () => {
    const database = await open()
    await aDevice(database)
    const right = await rollupsOf(database)
    await asBefore(database)
    await database.db.deleteFrom('reading').execute()
    await up(database.db, { name: database.dialect })
    const fine = (await rollupsOf(database)).filter(({ level_ms: level }) => level === 15 * MINUTE)
    const expected = right.slice(0, fine.length).map((rollup) => {
      const isWhole = rollup.humidity_n === rollup.readings
      return isWhole ? rollup : { ...rollup, humidity_n: 0, humidity_sum: 0, humidity_min: null, humidity_max: null }
    })
    expect(fine).toEqual(expected)
    for (const { humidity_min: min } of await rollupsOf(database)) expect(min).not.toBe(0)
  })
})
