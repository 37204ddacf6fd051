import { randomUUID } from 'node:crypto'
import { seriesRoutes, type Series } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld, type Person } from '../../../test/world.ts'
import { insertSeries } from './series-store.ts'

/** Sensors of a device, in the order of their first message. */
const SENSORS = [
  ['other', 'uptime'],
  ['soilMoisture', '10'],
  ['soilMoisture', '2'],
  ['humidity', ''],
  ['vpd', ''],
  ['temperature', ''],
] as const

describe.each(databases)('series on %s', (_, open) => {
  /** A device of Ann's with six series. */
  async function aDevice() {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const { deviceId } = await world.aDevice(ann)
    const { db } = world.app.context
    const { key } = await db.selectFrom('device').select('key').where('id', '=', deviceId).executeTakeFirstOrThrow()
    await insertSeries(
      db,
      SENSORS.map(([metricId, channel], slot) => ({
        seriesId: randomUUID(),
        deviceKey: key,
        slot,
        metricId,
        channel,
        visible: metricId !== 'other',
      })),
    )
    const list = async (person: Person = ann): Promise<Series[]> =>
      (await person.call(seriesRoutes.list, { params: { deviceId } })).body
    const change = async (label: string, body: object, person: Person = ann) => {
      const seriesId = (await list()).find((one) => one.label === label)?.seriesId ?? ''
      return person.call(seriesRoutes.edit, { params: { seriesId }, body })
    }
    return { world, ann, deviceId, list, change }
  }

  test('lists series in the order of the catalogue and of their channels', async () => {
    const { list, deviceId } = await aDevice()
    const all = await list()
    expect(all.map(({ label, order, unit, visible }) => [label, order, unit, visible])).toEqual([
      ['Temperature', 0, '°C', true],
      ['Humidity', 1, '%', true],
      ['VPD', 2, 'kPa', true],
      ['Soil moisture 2', 3, '%', true],
      ['Soil moisture 10', 4, '%', true],
      ['uptime', 5, '', false],
    ])
    expect(all[0]).toMatchObject({ deviceId, metric: 'temperature', channel: '', calibration: null, newest: null })
  })

  test('lets the owner rename, hide and arrange series', async () => {
    const { list, change } = await aDevice()
    expect((await change('Soil moisture 10', { label: ' North bench ', visible: false })).body).toMatchObject({
      label: 'North bench',
      visible: false,
    })
    expect((await change('uptime', { order: 0, unit: 's' })).body).toMatchObject({ order: 0, unit: 's' })
    await change('Humidity', { order: 63 })
    expect((await list()).map(({ label }) => label)).toEqual([
      'uptime',
      'Temperature',
      'VPD',
      'Soil moisture 2',
      'North bench',
      'Humidity',
    ])
    expect((await change('North bench', { label: '' })).body).toMatchObject({ label: 'Soil moisture 10' })
  })

  test('calibrates a series with an offset or, in soil, with two points', async () => {
    const { world, list, change } = await aDevice()
    expect((await list())[0]).toMatchObject({ calibration: null, calibratedAt: null })
    expect((await change('Temperature', { calibration: { offset: -0.5 } })).body).toMatchObject({
      calibration: { offset: -0.5 },
      calibratedAt: new Date(world.clock.now).toISOString(),
    })
    expect((await change('Temperature', { calibration: null })).body).toMatchObject({ calibration: null })
    expect((await change('Soil moisture 2', { calibration: { dry: 2800, wet: 1200 } })).body).toMatchObject({
      calibration: { dry: 2800, wet: 1200 },
    })
  })

  test.each([
    ['Temperature', { unit: 'K' }, { unit: ['Temperature has a unit of its own'] }],
    ['Temperature', { calibration: { dry: 1, wet: 2 } }, { calibration: ['Temperature takes an offset'] }],
    ['VPD', { calibration: { offset: 1 } }, { calibration: ['VPD is computed from other values'] }],
    ['Soil moisture 2', { calibration: { dry: 5, wet: 5 } }, expect.anything()],
    ['Temperature', { calibration: { offset: 'warm' } }, expect.anything()],
    ['Temperature', { calibration: { offset: 1e300 } }, expect.anything()],
    ['Temperature', { order: -1 }, { order: ['Order must be at least 0'] }],
    ['Temperature', { label: 'x'.repeat(51) }, { label: ['Label cannot be longer than 50 characters'] }],
    ['Temperature', { label: 'a\nb' }, { label: ['Control characters are not allowed'] }],
  ])('%s is not changed by %j', async (label, body, errors) => {
    const { list, change } = await aDevice()
    const before = await list()
    expect(await change(label, body)).toMatchObject({ status: 400, body: { errors } })
    expect(await list()).toEqual(before)
  })

  test("returns 404 for another user's series", async () => {
    const { world, deviceId, list, change } = await aDevice()
    const bob = await world.as('bob')
    const before = await list()
    expect((await bob.call(seriesRoutes.list, { params: { deviceId } })).status).toBe(404)
    expect((await change('Temperature', { label: 'Mine' }, bob)).status).toBe(404)
    expect(await list()).toEqual(before)
  })
})
