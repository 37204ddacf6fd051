import { deviceRoutes, readingRoutes, seriesRoutes, type Series } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { createWorld } from '../../../test/world.ts'

test('a new soil sensor that sends 2,780 can be calibrated, and measures from then on', async () => {
  const world = await createWorld()
  const ann = await world.as('ann')
  const { deviceId, deviceToken } = await world.aDevice(ann)
  const send = (value: number) =>
    world.call(readingRoutes.send, { body: { soil_moisture_4: value }, token: deviceToken })
  const list = async (): Promise<Series[]> => (await ann.call(seriesRoutes.list, { params: { deviceId } })).body
  const now = () => new Date(world.clock.now).toISOString()

  await send(2780)
  const [probe] = await list()
  expect(probe).toMatchObject({ label: 'Soil moisture 4', newest: null, raw: { time: now(), value: 2780 } })
  const { refused } = (await ann.call(deviceRoutes.get, { query: { userDeviceId: deviceId } })).body
  expect(refused).toMatchObject({ count: 1, reason: expect.stringContaining('Calibrate it') })

  const body = { calibration: { dry: 2780, wet: 1390 } }
  await ann.call(seriesRoutes.edit, { params: { seriesId: probe?.seriesId }, body })
  world.clock.now += 30_000
  await send(2085)
  expect(await list()).toMatchObject([{ newest: { time: now(), value: 50 }, raw: { time: now(), value: 2085 } }])

  await ann.call(seriesRoutes.removeValues, { params: { seriesId: probe?.seriesId } })
  expect(await list()).toMatchObject([{ calibration: body.calibration, newest: null, raw: null }])
})

test('a series that its owner removes frees a place, and takes another name when its sensor sends again', async () => {
  const world = await createWorld()
  const ann = await world.as('ann')
  const { deviceId, deviceToken } = await world.aDevice(ann)
  const send = (body: object) => world.call(readingRoutes.send, { body, token: deviceToken })
  const list = async (): Promise<Series[]> => (await ann.call(seriesRoutes.list, { params: { deviceId } })).body
  await send(Object.fromEntries(Array.from({ length: 64 }, (_, index) => [`gauge_${index}`, index])))
  await send({ co2: 400 })
  expect((await list()).map(({ metric }) => metric)).not.toContain('co2')

  const gone = (await list()).find(({ channel }) => channel === 'gauge_7')
  await ann.call(seriesRoutes.edit, { params: { seriesId: gone?.seriesId }, body: { label: 'Old gauge' } })
  expect((await ann.call(seriesRoutes.remove, { params: { seriesId: gone?.seriesId } })).status).toBe(204)
  expect((await ann.call(seriesRoutes.remove, { params: { seriesId: gone?.seriesId } })).status).toBe(404)
  world.clock.now += 30_000
  await send({ co2: 401, gauge_8: 80 })
  const now = await list()
  expect(now).toHaveLength(64)
  expect(now.find(({ metric }) => metric === 'co2')?.newest?.value).toBe(401)
  expect(now.map(({ label }) => label)).not.toContain('Old gauge')
})
