import {
  householdRoutes,
  placeRoutes,
  plantRoutes,
  probeRoutes,
  readingRoutes,
  seriesRoutes,
  speciesRoutes,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../../test/databases.ts'
import { createWorld } from '../../../../test/world.ts'

const HOUR = 3_600_000
const MIDNIGHT = Date.parse('2026-11-20T00:00:00+01:00')

describe.each(databases)('light and warmth of a plant on %s', (_name, open) => {
  /** A chili on a bench of a house in Copenhagen, planted on 17 November, at 14:00 of the 20th. */
  async function chili() {
    const { clock, app, ...world } = await createWorld({}, await open())
    clock.now = MIDNIGHT + 14 * HOUR
    const ann = await world.as('ann')
    const [{ householdId }] = (await ann.call(householdRoutes.list)).body
    await ann.call(householdRoutes.edit, { params: { householdId }, body: { timeZone: 'Europe/Copenhagen' } })
    const place = async (body: object) => (await ann.call(placeRoutes.create, { body })).body.placeId as string
    const houseId = await place({ name: 'House' })
    const benchId = await place({ name: 'Bench', parentId: houseId })
    const body = {
      plantName: 'Chili',
      plantType: 'Vegetable',
      planted: new Date(MIDNIGHT - 3 * 24 * HOUR).toISOString(),
    }
    const { plantId } = (await ann.call(plantRoutes.create, { body })).body
    const move = (placeId: string | null) => ann.call(placeRoutes.movePlant, { params: { plantId }, body: { placeId } })
    await move(benchId)
    /** Adds a device that has sent every quarter of an hour from one hour on to another, counted from midnight. */
    const device = async (
      name: string,
      placeId: string | null,
      [from, to]: [number, number],
      sent: (hour: number) => object,
    ) => {
      const { deviceId, deviceToken } = await world.aDevice(ann, name)
      await ann.call(placeRoutes.moveDevice, { params: { deviceId }, body: { placeId } })
      const readings = Array.from({ length: (to - from) * 4 }, (_, index) => {
        const hour = from + index / 4
        return { ...sent(hour), time: new Date(MIDNIGHT + hour * HOUR).toISOString() }
      })
      for (let start = 0; start < readings.length; start += 500)
        await world.call(readingRoutes.send, { token: deviceToken, body: readings.slice(start, start + 500) })
      const series = (await ann.call(seriesRoutes.list, { params: { deviceId } })).body
      return (metric: string) => series.find((one: { metric: string }) => one.metric === metric).seriesId as string
    }
    const growth = async () => (await ann.call(probeRoutes.growth, { params: { plantId } })).body
    return { ...world, app, ann, clock, plantId, houseId, benchId, move, device, growth }
  }

  test('returns nothing without a sensor', async () => {
    const { ann, growth } = await chili()
    expect(await growth()).toEqual({ light: null, degreeDays: null })
    const params = { plantId: crypto.randomUUID() }
    expect((await ann.call(probeRoutes.growth, { params })).status).toBe(404)
  })

  test('adds up the light of today, by what gives it, with the pace of the last hour', async () => {
    const { ann, app, houseId, device, growth, clock } = await chili()
    await ann.call(placeRoutes.edit, { params: { placeId: houseId }, body: { lightSource: 'sun' } })
    const idOf = await device('Lamp', houseId, [-24, 14], (hour) => ({
      illuminance: (hour + 24) % 24 >= 6 ? 20_000 : 0,
    }))
    await app.dailyValues.runNow()
    const { light } = await growth()
    expect(light).toMatchObject({
      seriesId: idOf('illuminance'),
      metric: 'illuminance',
      source: 'sun',
      today: { endsAt: new Date(MIDNIGHT + 24 * HOUR).toISOString(), knownHours: 14 },
      days: [{ date: '2026-11-19', sum: 23.98 }],
    })
    expect(light.today.sum).toBeCloseTo(8 * 3600 * 370e-6, 5)
    expect(light.today.perHour).toBeCloseTo(3600 * 370e-6, 5)
    // Hours later the sensor is silent: what it has measured stays.
    clock.now += 5 * HOUR
    expect((await growth()).light.today.sum).toBeCloseTo(8 * 3600 * 370e-6, 1)
  })

  test('reads a linked sensor, else that of the nearest place, and the most exact there', async () => {
    const { ann, plantId, houseId, benchId, move, device, growth } = await chili()
    const house = await device('House', houseId, [0, 14], () => ({ ppfd: 100 }))
    const bench = await device('Bench', benchId, [0, 14], () => ({ illuminance: 100, solarradiation: 100 }))
    const far = await device('Balcony', null, [0, 14], () => ({ solarradiation: 10 }))
    const seriesId = async () => (await growth()).light?.seriesId
    expect(await seriesId()).toBe(bench('illuminance'))
    await move(houseId)
    expect(await seriesId()).toBe(house('ppfd'))
    await move(null)
    expect(await seriesId()).toBeUndefined()
    await ann.call(probeRoutes.link, { params: { plantId }, body: { seriesId: far('solarRadiation') } })
    await move(benchId)
    expect(await seriesId()).toBe(far('solarRadiation'))
  })

  test('counts degree days from the planting, between the bounds of the species', async () => {
    const { ann, plantId, benchId, device, growth } = await chili()
    // 12 and 24 °C on each day; on the first only its last 17 hours are known, and the 20th is not over.
    const idOf = await device('Air', benchId, [-65, 14], (hour) => ({ temperature: (hour + 72) % 24 < 12 ? 12 : 24 }))
    const usual = {
      seriesId: idOf('temperature'),
      since: '2026-11-17',
      base: 10,
      top: 30,
      sum: 16,
      days: 2,
      leftOut: 1,
    }
    expect((await growth()).degreeDays).toEqual(usual)
    const input = { name: 'Capsicum ann', gddBase: 4, gddTop: 20 }
    const { speciesId } = (await ann.call(speciesRoutes.create, { body: input })).body
    await ann.call(placeRoutes.movePlant, { params: { plantId }, body: { speciesId } })
    expect((await growth()).degreeDays).toEqual({ ...usual, base: 4, top: 20, sum: 24 })
    await ann.call(plantRoutes.edit, { query: { plantId }, body: { planted: '' } })
    expect((await growth()).degreeDays).toBeNull()
  })
})
