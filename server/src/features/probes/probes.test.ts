import { careRoutes, plantRoutes, probeRoutes, readingRoutes, seriesRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld } from '../../../test/world.ts'

const MINUTE = 60_000

describe.each(databases)('a soil sensor on %s', (_name, open) => {
  async function pot() {
    const world = await createWorld({}, await open())
    const { app, clock } = world
    const ann = await world.as('ann')
    const { deviceId, deviceToken } = await world.aDevice(ann, 'Probe 3')
    const send = (readings: ReadonlyArray<readonly [minutesAgo: number, value: number]>) =>
      world.call(readingRoutes.send, {
        token: deviceToken,
        body: readings.map(([ago, soilMoisture]) => ({
          soil_moisture: soilMoisture,
          time: new Date(clock.now - ago * MINUTE).toISOString(),
        })),
      })
    await send([[90, 24]])
    const series = (await ann.call(seriesRoutes.list, { params: { deviceId } })).body
    const { seriesId } = series.find(({ metric }: { metric: string }) => metric === 'soilMoisture')
    const plant = { plantName: 'Chili', plantType: 'Vegetable', waterEvery: 3 }
    const { plantId } = (await ann.call(plantRoutes.create, { body: plant })).body
    const params = { plantId }
    const linked = await ann.call(probeRoutes.link, {
      params,
      body: { seriesId, from: new Date(clock.now - 120 * MINUTE).toISOString() },
    })
    const log = async () => (await ann.call(careRoutes.list, { query: { plant: plantId } })).body
    const look = () => app.seenWaterings.runNow()
    return { ...world, ann, plantId, params, seriesId, linked, send, log, look }
  }
  const watered = [
    [60, 22],
    [55, 22],
    [50, 48],
    [45, 47],
    [40, 46],
    [20, 46],
    [15, 45],
  ] as const

  test('logs a watering that it sees once, with an undo that stays', async () => {
    const { ann, clock, plantId, send, log, look } = await pot()
    await send(watered)
    await look()
    await send(watered)
    await look()
    const at = new Date(clock.now - 50 * MINUTE).toISOString()
    const entry = { kind: 'water', at, source: 'probe', note: 'Seen by Probe 3', by: { userId: null, name: 'Probe' } }
    expect(await log()).toMatchObject([entry])
    expect((await ann.call(plantRoutes.get, { query: { plantId } })).body.lastWatered).toBe(at)
    const [{ careId }] = await log()
    await ann.call(careRoutes.remove, { params: { careId }, query: {} })
    await look()
    expect((await ann.call(plantRoutes.get, { query: { plantId } })).body.lastWatered).toBe(null)
  })

  test('adds nothing to a watering that a person logged, when it is late, or when it is switched off', async () => {
    const { ann, clock, plantId, params, send, log, look } = await pot()
    await send(watered.map(([ago, value]) => [ago + 240, value] as const))
    await look()
    expect(await log()).toEqual([])
    await ann.call(plantRoutes.water, { query: { plantId } })
    await send(watered)
    await look()
    expect(await log()).toHaveLength(1)
    clock.now += 300 * MINUTE
    await ann.call(probeRoutes.edit, { params, body: { logsWaterings: false } })
    await send(watered)
    await look()
    expect(await log()).toHaveLength(1)
  })

  test('says how moist the soil is to a plan for water, while it is live', async () => {
    const { ann, clock, params, send } = await pot()
    await ann.call(probeRoutes.edit, { params, body: { ranges: [{ metric: 'soilMoisture', low: 35, high: 60 }] } })
    await send([[0, 55]])
    const soil = async () => (await ann.call(careRoutes.today)).body.tasks[0].soil
    expect(await soil()).toEqual({ value: 55, low: 35, high: 60 })
    clock.now += 60 * MINUTE
    expect(await soil()).toBe(null)
  })

  test('links a sensor once, keeps its time when the link ends, and refuses a wrong range', async () => {
    const { ann, params, seriesId, linked, clock } = await pot()
    expect(linked.body.series).toMatchObject([{ seriesId }])
    expect((await ann.call(probeRoutes.link, { params, body: { seriesId } })).body).toEqual(linked.body)
    const staged = (await ann.call(probeRoutes.edit, { params, body: { stage: 'fruiting' } })).body
    expect(staged).toMatchObject({ stage: 'fruiting', stageSince: new Date(clock.now).toISOString() })
    const wrong = await ann.call(probeRoutes.edit, {
      params,
      body: { ranges: [{ metric: 'soilMoisture', low: 60, high: 35 }] },
    })
    expect([wrong.status, JSON.stringify(wrong.body.errors)]).toEqual([
      400,
      expect.stringContaining('The lower value must be below the upper one.'),
    ])
    expect((await ann.call(probeRoutes.unlink, { params: { ...params, seriesId } })).body.series).toEqual([])
    expect((await ann.call(probeRoutes.unlink, { params: { ...params, seriesId } })).status).toBe(404)
  })
})
