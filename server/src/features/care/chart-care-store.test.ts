import {
  careRoutes,
  placeRoutes,
  plantRoutes,
  probeRoutes,
  PROBLEM_PREFIX,
  readingRoutes,
  seriesRoutes,
  type Care,
  type Series,
  type WateringEvent,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld } from '../../../test/world.ts'

const HOUR_MS = 3_600_000

describe.each(databases)('the care of a chart on %s', (_name, open) => {
  async function garden() {
    const world = await createWorld({}, await open())
    const { clock } = world
    const ann = await world.as('ann')
    const { deviceId, deviceToken } = await world.aDevice(ann)
    await world.call(readingRoutes.send, { token: deviceToken, body: [{ soil_moisture: 24, temperature: 20 }] })
    const all: Series[] = (await ann.call(seriesRoutes.list, { params: { deviceId } })).body
    const [soil = '', air = ''] = ['soilMoisture', 'temperature'].map(
      (metric) => all.find((one) => one.metric === metric)?.seriesId,
    )
    const addPlant = async (plantName: string): Promise<string> =>
      (await ann.call(plantRoutes.create, { body: { plantName, plantType: 'Herb', waterEvery: 3 } })).body.plantId
    const plants = { basil: await addPlant('Basil'), mint: await addPlant('Mint'), rose: await addPlant('Rose') }
    const link = (plantId: string, seriesId: string) =>
      ann.call(probeRoutes.link, { params: { plantId }, body: { seriesId } })
    const later = (hours: number) => void (clock.now += hours * HOUR_MS)
    /** Returns the hours at which plants were watered on a chart. */
    const start = clock.now
    const watered = async (of: object) => {
      const query = { from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z', ...of }
      const events: WateringEvent[] = (await ann.call(plantRoutes.waterings, { query })).body
      return events.map(({ plantName, time }) => `${plantName} ${(Date.parse(time) - start) / HOUR_MS}`).toSorted()
    }
    const water = (plantId: string) => ann.call(plantRoutes.water, { query: { plantId } })
    return { ...world, ann, deviceId, soil, air, plants, link, later, watered, water }
  }

  test('shows the waterings of linked plants with their sensor, and those of other plants by place', async () => {
    const { ann, deviceId, soil, air, plants, link, watered, water, as } = await garden()
    const { placeId } = (await ann.call(placeRoutes.create, { body: { name: 'Bench' } })).body
    await ann.call(placeRoutes.moveDevice, { params: { deviceId }, body: { placeId } })
    for (const plantId of [plants.basil, plants.mint])
      await ann.call(placeRoutes.movePlant, { params: { plantId }, body: { placeId } })
    for (const plantId of Object.values(plants)) await water(plantId)
    // A sensor that is linked later was there before.
    await link(plants.basil, soil)
    expect(await watered({ series: soil })).toEqual(['Basil 0'])
    expect(await watered({ series: air })).toEqual([])
    expect(await watered({ series: soil, deviceId })).toEqual(['Basil 0', 'Mint 0'])
    expect(await watered({ series: air, deviceId })).toEqual(['Mint 0'])
    expect(await watered({ series: `${air},${soil}` })).toEqual(['Basil 0'])
    const bob = await as('bob')
    for (const [of, what] of [
      [{ series: soil }, 'series'],
      [{ deviceId }, 'device'],
    ] as const) {
      const problem = { status: 404, body: { type: `${PROBLEM_PREFIX}${what}.not-found` } }
      const range = { from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }
      expect(await bob.call(plantRoutes.waterings, { query: { ...range, ...of } })).toMatchObject(problem)
      expect(await bob.call(careRoutes.list, { query: of })).toMatchObject(problem)
    }
  })

  test('keeps the waterings of two plants apart when a sensor moves from one to the other', async () => {
    const { ann, soil, plants, link, later, watered, water } = await garden()
    await link(plants.basil, soil)
    for (const plantId of [plants.basil, plants.mint]) await water(plantId)
    later(2)
    await ann.call(probeRoutes.unlink, { params: { plantId: plants.basil, seriesId: soil } })
    await link(plants.mint, soil)
    later(2)
    for (const plantId of [plants.basil, plants.mint]) await water(plantId)
    expect(await watered({ series: soil })).toEqual(['Basil 0', 'Mint 4'])
  })

  test('lists the notes of a chart in a range', async () => {
    const { ann, clock, deviceId, soil, air, plants, link, later } = await garden()
    await link(plants.basil, soil)
    const note = (plantId: string, text: string) =>
      ann.call(careRoutes.add, {
        body: { careId: crypto.randomUUID(), plantIds: [plantId], kind: 'note', note: text },
      })
    await note(plants.basil, 'Aphids')
    later(1)
    const from = new Date(clock.now).toISOString()
    await note(plants.basil, 'Shade cloth up')
    await note(plants.mint, 'Cut back')
    const to = new Date(clock.now).toISOString()
    later(1)
    await note(plants.basil, 'Picked')
    const notes = async (of: object) => {
      const { body } = await ann.call(careRoutes.list, { query: { from, to, kinds: 'note', ...of } })
      return body.map((entry: Care) => entry.note).toSorted()
    }
    expect(await notes({ series: soil })).toEqual(['Shade cloth up'])
    expect(await notes({ series: soil, deviceId })).toEqual(['Cut back', 'Shade cloth up'])
    expect(await notes({ series: air })).toEqual([])
    expect(await notes({})).toEqual(['Cut back', 'Shade cloth up'])
  })
})
