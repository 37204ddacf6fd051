import {
  deviceRoutes,
  exportRoutes,
  placeRoutes,
  plantRoutes,
  PROBLEM_PREFIX,
  weatherRoutes,
  type WateringEvent,
} from '@greenhouse/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startOpenMeteo } from '../../../../testing/open-meteo.ts'
import { databases } from '../../../test/databases.ts'
import { createWorld, type Person } from '../../../test/world.ts'

const UNKNOWN = '6f1c2a5e-9f0b-4d53-8a52-0d6f3a1b7c11'
const missing = (what: string) => ({ status: 404, body: { type: `${PROBLEM_PREFIX}${what}.not-found` } })

const movePlant = (person: Person, plantId: string, placeId: string | null) =>
  person.call(placeRoutes.movePlant, { params: { plantId }, body: { placeId } })
const moveDevice = (person: Person, deviceId: string, placeId: string | null) =>
  person.call(placeRoutes.moveDevice, { params: { deviceId }, body: { placeId } })
const plantOf = async (person: Person, plantId: string) =>
  (await person.call(plantRoutes.get, { query: { plantId } })).body
const deviceOf = async (person: Person, userDeviceId: string) =>
  (await person.call(deviceRoutes.get, { query: { userDeviceId } })).body

async function addPlace(person: Person, name: string, more: object = {}): Promise<string> {
  return (await person.call(placeRoutes.create, { body: { name, ...more } })).body.placeId
}

async function addPlant(person: Person, plantName: string): Promise<string> {
  return (await person.call(plantRoutes.create, { body: { plantName, plantType: 'Herb', waterEvery: 3 } })).body.plantId
}

describe.each(databases)('plants and devices in places on %s', (_name, open) => {
  const setUp = async () => {
    const service = await startOpenMeteo()
    onTestFinished(() => service.close())
    const weather = { weatherUrl: service.url, geocodingUrl: service.url }
    const world = await createWorld(weather, await open())
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const { deviceId } = await world.aDevice(ann)
    return { ...world, service, ann, bob, deviceId, plantId: await addPlant(ann, 'Basil') }
  }

  test('names the place of a plant and a device in every reply, and nothing while they are in none', async () => {
    const { ann, deviceId, plantId } = await setUp()
    expect(Object.keys(await plantOf(ann, plantId))).not.toContain('placeId')
    expect(Object.keys(await deviceOf(ann, deviceId))).not.toContain('placeId')
    const placeId = await addPlace(ann, 'Bench')
    expect(await movePlant(ann, plantId, placeId)).toMatchObject({ status: 200, body: { plantId, placeId } })
    expect(await moveDevice(ann, deviceId, placeId)).toMatchObject({ status: 200, body: { deviceId, placeId } })
    const query = { plantId }
    const replies = [
      await plantOf(ann, plantId),
      (await ann.call(plantRoutes.list)).body[0],
      (await ann.call(plantRoutes.edit, { query, body: { plantName: 'Mint' } })).body,
      (await ann.call(plantRoutes.water, { query })).body,
      (await ann.call(plantRoutes.waterAll)).body[0],
      await deviceOf(ann, deviceId),
      (await ann.call(deviceRoutes.list)).body[0],
      (await ann.call(deviceRoutes.edit, { query: { userDeviceId: deviceId }, body: { deviceName: 'Shelf' } })).body,
    ]
    expect(replies.map((reply) => reply.placeId)).toEqual(replies.map(() => placeId))
    const exported = (await ann.call(exportRoutes.account)).body
    expect(exported.places).toMatchObject([{ placeId, name: 'Bench' }])
    expect([exported.plants[0].placeId, exported.devices[0].placeId]).toEqual([placeId, placeId])
    expect(Object.keys((await movePlant(ann, plantId, null)).body)).not.toContain('placeId')
    expect(Object.keys((await moveDevice(ann, deviceId, null)).body)).not.toContain('placeId')
  })

  test('puts nothing into a place of others, and nothing of others into a place', async () => {
    const { ann, bob, deviceId, plantId } = await setUp()
    const [own, foreign] = [await addPlace(ann, 'Bench'), await addPlace(bob, 'Of Bob')]
    for (const placeId of [foreign, UNKNOWN]) {
      expect(await movePlant(ann, plantId, placeId)).toMatchObject(missing('place'))
      expect(await moveDevice(ann, deviceId, placeId)).toMatchObject(missing('place'))
    }
    for (const placeId of [foreign, null]) {
      expect(await movePlant(bob, plantId, placeId)).toMatchObject(missing('plant'))
      expect(await moveDevice(bob, deviceId, placeId)).toMatchObject(missing('device'))
    }
    expect((await movePlant(bob, plantId, own)).status).toBe(404)
    expect((await moveDevice(bob, deviceId, own)).status).toBe(404)
    expect([(await plantOf(ann, plantId)).placeId, (await deviceOf(ann, deviceId)).placeId]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('moves plants and devices of a removed place to the one above, and from the topmost to none', async () => {
    const { ann, deviceId, plantId } = await setUp()
    const house = await addPlace(ann, 'House')
    const bench = await addPlace(ann, 'Bench', { parentId: house })
    await movePlant(ann, plantId, bench)
    await moveDevice(ann, deviceId, bench)
    const placesOfBoth = async () => [(await plantOf(ann, plantId)).placeId, (await deviceOf(ann, deviceId)).placeId]
    await ann.call(placeRoutes.remove, { params: { placeId: bench } })
    expect(await placesOfBoth()).toEqual([house, house])
    await ann.call(placeRoutes.remove, { params: { placeId: house } })
    expect(await placesOfBoth()).toEqual([undefined, undefined])
  })

  test('loses nothing when a place is removed while things are put into it', async () => {
    const { ann, deviceId, plantId } = await setUp()
    const house = await addPlace(ann, 'House')
    for (let round = 0; round < 5; round++) {
      const bench = await addPlace(ann, 'Bench', { parentId: house })
      const answers = await Promise.all([
        movePlant(ann, plantId, bench),
        ann.call(placeRoutes.remove, { params: { placeId: bench } }),
        moveDevice(ann, deviceId, bench),
        ann.call(plantRoutes.edit, { query: { plantId }, body: { plantNotes: `Round ${round}` } }),
      ])
      expect(answers.map(({ status }) => status).filter((status) => ![200, 204, 404].includes(status))).toEqual([])
      expect(answers[1].status).toBe(204)
      expect(answers[3].status).toBe(200)
      expect([undefined, house]).toContain((await plantOf(ann, plantId)).placeId)
      expect([undefined, house]).toContain((await deviceOf(ann, deviceId)).placeId)
    }
  })

  test('lists the waterings of the plants in the place of a device and below it', async () => {
    const { ann, bob, deviceId, plantId } = await setUp()
    const house = await addPlace(ann, 'House')
    const bench = await addPlace(ann, 'Bench', { parentId: house })
    const balcony = await addPlace(ann, 'Balcony')
    const others = [await addPlant(ann, 'Tomato'), await addPlant(ann, 'Rose'), await addPlant(ann, 'Fern')]
    const placed = [house, bench, balcony, null]
    for (const [index, plant] of [plantId, ...others].entries()) await movePlant(ann, plant, placed[index] ?? null)
    await ann.call(plantRoutes.waterAll)
    const watered = async (person: Person, more: object = {}) => {
      const query = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z', ...more }
      const { body } = await person.call(plantRoutes.waterings, { query })
      return body.map((event: WateringEvent) => event.plantName).toSorted()
    }
    const all = ['Basil', 'Fern', 'Rose', 'Tomato']
    expect(await watered(ann)).toEqual(all)
    expect(await watered(ann, { deviceId })).toEqual(all)
    await moveDevice(ann, deviceId, house)
    expect(await watered(ann, { deviceId })).toEqual(['Basil', 'Tomato'])
    await moveDevice(ann, deviceId, bench)
    expect(await watered(ann, { deviceId })).toEqual(['Tomato'])
    expect(await watered(ann, { deviceId, plantId })).toEqual([])
    for (const [person, id] of [
      [ann, UNKNOWN],
      [bob, deviceId],
    ] as const) {
      const query = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z', deviceId: id }
      expect(await person.call(plantRoutes.waterings, { query })).toMatchObject(missing('device'))
    }
  })

  test('returns the weather at the coordinates of a place, else of the nearest above, else of the user', async () => {
    const { ann, bob, service } = await setUp()
    const weatherAt = async (placeId: string) => (await ann.call(weatherRoutes.forecast, { query: { placeId } })).body
    const land = await addPlace(ann, 'Land', { latitude: -33.87, longitude: 151.21 })
    const house = await addPlace(ann, 'House', { parentId: land })
    const bench = await addPlace(ann, 'Bench', { parentId: house })
    expect((await weatherAt(bench)).place).toEqual({ name: 'Bench', latitude: -33.87, longitude: 151.21 })
    expect(service.asked.at(-1)?.searchParams.get('latitude')).toBe('-33.87')
    await weatherAt(land)
    expect(service.asked).toHaveLength(1)
    await ann.call(placeRoutes.edit, { params: { placeId: house }, body: { latitude: 64.15, longitude: -21.94 } })
    expect((await weatherAt(bench)).place).toEqual({ name: 'Bench', latitude: 64.15, longitude: -21.94 })
    expect((await weatherAt(land)).place.latitude).toBe(-33.87)
    expect((await weatherAt(await addPlace(ann, 'Attic'))).place.name).toBe('Copenhagen')
    const query = { placeId: await addPlace(bob, 'Of Bob', { latitude: 1, longitude: 1 }) }
    expect(await ann.call(weatherRoutes.forecast, { query })).toMatchObject(missing('place'))
    expect((await ann.call(weatherRoutes.forecast)).body.place.name).toBe('Copenhagen')
  })
})
