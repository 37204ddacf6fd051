import {
  householdRoutes,
  placeRoutes,
  plantRoutes,
  readingRoutes,
  weatherRoutes,
  type PlaceNight,
  type Shelter,
} from '@greenhouse/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startOpenMeteo } from '../../../../testing/open-meteo.ts'
import { databases } from '../../../test/databases.ts'
import { createWorld } from '../../../test/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** 18:30 in Copenhagen. */
const EVENING = Date.parse('2026-11-20T17:30:00Z')

describe.each(databases)('the nights of places on %s', (_name, open) => {
  async function garden() {
    let now = () => EVENING
    const service = await startOpenMeteo(() => now())
    onTestFinished(() => service.close())
    const world = await createWorld({ weatherUrl: service.url, geocodingUrl: service.url }, await open())
    const { app, clock } = world
    clock.now = EVENING
    now = () => clock.now
    const ann = await world.as('ann')
    const { householdId } = ann
    await ann.call(householdRoutes.edit, { params: { householdId }, body: { timeZone: 'Europe/Copenhagen' } })
    const town = { name: 'Odense', latitude: 55.4, longitude: 10.39 }
    await ann.call(weatherRoutes.setPlace, { body: town })
    const record = () => app.nightRecords.runNow()
    const nights = async (person = ann) => (await person.call(weatherRoutes.nights, { query: {} })).body

    /** Adds a place with a thermometer, and returns what sends a reading of now. */
    async function thermometer(name: string, shelter: Shelter) {
      const { placeId } = (await ann.call(placeRoutes.create, { body: { name, shelter } })).body
      const { deviceId, deviceToken } = await world.aDevice(ann, `Board of ${name}`)
      await ann.call(placeRoutes.moveDevice, { params: { deviceId }, body: { placeId } })
      return (temperature: number, at = clock.now) =>
        world.call(readingRoutes.send, {
          token: deviceToken,
          body: [{ temperature, time: new Date(at).toISOString() }],
        })
    }

    /** Passes from an evening to the next. The forecast of each evening is 4 °C. */
    async function pass(readings: () => Promise<unknown>) {
      await record()
      clock.now += 10 * HOUR
      await readings()
      clock.now += 4 * HOUR
      await record()
      clock.now += DAY - 14 * HOUR
    }
    return { ...world, ann, service, record, nights, thermometer, pass }
  }

  test('returns how much warmer a place is than its forecast once five nights are known', async () => {
    const { nights, thermometer, pass } = await garden()
    const frame = await thermometer('Cold frame', 'cold')
    const house = await thermometer('North end', 'frost-free')
    const room = await thermometer('Living room', 'heated')
    await Promise.all([frame(12), house(12), room(20)])
    for (let night = 1; night <= 4; night++) {
      await pass(() => Promise.all([frame(6 + night / 10), house(9)]))
      expect((await nights()).places.map(({ offset, knownNights }: PlaceNight) => [offset, knownNights])).toEqual([
        [null, night],
        [null, night],
      ])
    }
    await pass(() => Promise.all([frame(6.5), house(9)]))
    const { outdoors, places, heated } = await nights()
    expect(heated).toEqual(['Living room'])
    expect(outdoors.tonight.value).toBe(4)
    expect(outdoors.curve).toHaveLength(14)
    expect(places).toMatchObject([
      { name: 'Cold frame', knownNights: 5, lastNight: { value: 6.5 } },
      { name: 'North end', knownNights: 5, offset: 5, tonight: { value: 9 }, lastNight: { value: 9 } },
    ])
    // The median of 2.1 to 2.5.
    expect(places[0].offset).toBeCloseTo(2.3)
    expect(places[0].tonight.value).toBeCloseTo(6.3)
    expect(places[0].curve[0].temperature).toBeCloseTo(6.3)
  })

  test('names the plant of a place that bears the least cold, none for a place without plants', async () => {
    const { ann, nights, thermometer } = await garden()
    for (const name of ['Cold frame', 'Porch']) await thermometer(name, 'cold').then((send) => send(9))
    const places = (await ann.call(placeRoutes.list, { query: {} })).body
    const [{ placeId }] = places.filter(({ name }: { name: string }) => name === 'Cold frame')
    const { plantId } = (await ann.call(plantRoutes.create, { body: { plantName: 'Fig', plantType: 'Tree' } })).body
    await ann.call(placeRoutes.movePlant, { params: { plantId }, body: { placeId } })
    const named = (await nights()).places.map(({ name, tenderest }: PlaceNight) => [name, tenderest])
    expect(Object.fromEntries(named)).toEqual({ 'Cold frame': { name: 'Fig', hardyTo: 0 }, Porch: null })
  })

  test('keeps the first forecast of an evening, and stores none that is stale or of the day', async () => {
    const { app, clock, record, service, thermometer } = await garden()
    await thermometer('Cold frame', 'cold').then((send) => send(9))
    const stored = () => app.context.db.selectFrom('place_night').selectAll().execute()
    clock.now = EVENING - HOUR
    await record()
    expect(await stored()).toEqual([])
    const { answer } = service
    service.answer = (_request, response) => void response.writeHead(500).end()
    clock.now = EVENING
    await record()
    expect(await stored()).toEqual([])
    clock.now += 11 * MINUTE
    service.answer = answer
    await record()
    const [first] = await stored()
    expect(first).toMatchObject({ night_of: '2026-11-20', forecast_low: 4 })
    clock.now += 2 * HOUR
    await record()
    expect(await stored()).toEqual([first])
  })

  test('measures a night again for an hour, and later only when nothing is stored', async () => {
    const { app, clock, record, thermometer } = await garden()
    const send = await thermometer('Cold frame', 'cold')
    const stored = async () => (await app.context.db.selectFrom('place_night').select('measured_low').execute())[0]
    await send(5)
    // 07:30 in Copenhagen.
    clock.now = EVENING + 13 * HOUR
    await record()
    expect(await stored()).toEqual({ measured_low: 5 })
    // At another time: a second reading of an instant is not stored.
    const late = (temperature: number) => send(temperature, EVENING + temperature * HOUR)
    await late(4)
    await record()
    expect(await stored()).toEqual({ measured_low: 4 })
    await late(3)
    clock.now += HOUR
    await record()
    expect(await stored()).toEqual({ measured_low: 4 })
  })

  test('says since when a place is silent, and nothing of places of others', async () => {
    const { as, clock, nights, thermometer } = await garden()
    const send = await thermometer('Cold frame', 'cold')
    await send(9)
    const since = new Date(clock.now).toISOString()
    expect((await nights()).places[0].silentSince).toBeNull()
    clock.now += DAY
    expect((await nights()).places[0].silentSince).toBe(since)
    expect((await nights(await as('bob'))).places).toEqual([])
  })

  test('returns the last night while the weather service is unavailable', async () => {
    const { nights, service, thermometer, pass, clock } = await garden()
    const frame = await thermometer('Cold frame', 'cold')
    await frame(12)
    await pass(() => frame(6))
    await nights()
    service.answer = (_request, response) => void response.writeHead(500).end()
    clock.now += 11 * MINUTE
    const { outdoors, places } = await nights()
    expect([outdoors.curve.length > 0, places[0].lastNight.value]).toEqual([true, 6])
    clock.now += DAY
    expect((await nights()).outdoors).toEqual({ tonight: null, lastNight: null, curve: [] })
  })
})
