import {
  alertRoutes,
  conditionRoutes,
  deviceRoutes,
  readingRoutes,
  ruleRoutes,
  seriesRoutes,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { aBed, BY_DEFAULT } from '../../../test/bed.ts'
import { databases } from '../../../test/databases.ts'

describe.each(databases)('rules on %s', (_name, open) => {
  const bed = async () => aBed(await open())

  test('adds rules to a series of any metric, lists, changes and removes them', async () => {
    const { ann, deviceId, idOf, add, listed } = await bed()
    const { body: moist } = await add(idOf('soilMoisture'), 'below', 30)
    expect(moist).toEqual({
      ruleId: expect.any(String),
      name: '',
      seriesId: idOf('soilMoisture'),
      deviceId,
      kind: 'below',
      limit: 30,
      upperLimit: null,
      withinMinutes: null,
      clearAt: 33,
      exceptDeviceIds: [],
      ...BY_DEFAULT,
    })
    const { body: other } = await add(idOf('other'), 'above', 1e17)
    expect(await listed()).toEqual([moist, other])
    const params = { ruleId: moist.ruleId }
    const changed = { ...moist, kind: 'above', limit: 80.25, clearAt: 77.25 }
    expect((await ann.call(ruleRoutes.edit, { params, body: { kind: 'above', limit: 80.25 } })).body).toEqual(changed)
    const moved = { ...changed, seriesId: idOf('other'), clearAt: 80.25 }
    expect((await ann.call(ruleRoutes.edit, { params, body: { seriesId: idOf('other') } })).body).toEqual(moved)
    expect((await ann.call(ruleRoutes.remove, { params })).status).toBe(204)
    expect(await listed()).toEqual([other])
  })

  test('accepts limits within the range and step of the metric, and any number for a metric of the owner', async () => {
    const { ann, idOf, add } = await bed()
    const problemOf = async (metric: string, limit: number) => (await add(idOf(metric), 'above', limit)).body.errors
    expect(await problemOf('soilMoisture', 101)).toEqual({ limit: ['Value must be ≤ 100 %'] })
    expect(await problemOf('temperature', 20.005)).toEqual({ limit: ['Value must have at most 2 decimals'] })
    expect(await problemOf('other', -1e-9)).toBeUndefined()
    const { body } = await add(idOf('other'), 'below', 500)
    const edit = { params: { ruleId: body.ruleId }, body: { seriesId: idOf('soilMoisture') } }
    expect((await ann.call(ruleRoutes.edit, edit)).body.errors).toEqual({ limit: ['Value must be ≤ 100 %'] })
  })

  test('accepts a clear level inside the limit, and a hold of a day at most', async () => {
    const { ann, idOf, add } = await bed()
    const seriesId = idOf('temperature')
    const problemOf = async (more: object) =>
      (await ann.call(ruleRoutes.create, { body: { seriesId, kind: 'above', limit: 28, ...more } })).body.errors
    expect(await problemOf({ clearAt: 28.5 })).toEqual({ clearAt: ['Value must be ≤ the limit of 28'] })
    expect(await problemOf({ kind: 'below', clearAt: 27 })).toEqual({ clearAt: ['Value must be ≥ the limit of 28'] })
    expect(await problemOf({ clearAt: -41 })).toEqual({ clearAt: ['Value must be ≥ -40 °C'] })
    const hold = ['holdSeconds must be a whole number from 0 to 86400']
    expect(await problemOf({ holdSeconds: 86_401 })).toEqual({ holdSeconds: hold })
    expect(await problemOf({ holdSeconds: 1.5 })).toEqual({ holdSeconds: hold })
    // Values of this sensor could not come back by its margin.
    expect((await add(idOf('soilMoisture'), 'above', 3)).body).toMatchObject({ limit: 3, clearAt: 3 })
    const { body: warm } = await add(seriesId, 'above', -39.6)
    expect(warm).toMatchObject({ clearAt: -39.6 })
    const params = { ruleId: warm.ruleId }
    const edited = await ann.call(ruleRoutes.edit, { params, body: { limit: 20, clearAt: 18, holdSeconds: 60 } })
    expect(edited.body).toMatchObject({ limit: 20, clearAt: 18, holdSeconds: 60 })
    expect((await ann.call(ruleRoutes.edit, { params, body: { limit: 25 } })).body).toMatchObject({
      limit: 25,
      clearAt: 23,
      holdSeconds: 60,
    })
  })

  test('triggers a rule with a hold after its duration, and again only once it was cleared', async () => {
    const { ann, send, idOf, alerts, listed } = await bed()
    const body = { seriesId: idOf('temperature'), kind: 'above', limit: 28, holdSeconds: 120 }
    await ann.call(ruleRoutes.create, { body })
    const isBroken = async () => (await listed())[0]?.isBroken
    // One reading a minute.
    for (const temperature of [29, 29]) await send({ temperature })
    expect([await isBroken(), (await alerts()).length]).toEqual([false, 0])
    for (const temperature of [29, 27.6, 29, 29, 29, 29]) await send({ temperature })
    expect([await isBroken(), (await alerts()).length]).toEqual([true, 1])
    for (const temperature of [27.5, 29, 29]) await send({ temperature })
    expect([await isBroken(), (await alerts()).length]).toEqual([false, 1])
    await send({ temperature: 29 })
    expect([await isBroken(), (await alerts()).length]).toEqual([true, 2])
  })

  test('triggers rules made as conditions at once, and closes them at their limit', async () => {
    const { ann, deviceId, send, alerts, listed } = await bed()
    const condition = { userDeviceId: deviceId, sensorType: 'Temperature', condition: '>=28' }
    await ann.call(conditionRoutes.createForDevice, { body: condition })
    expect(await listed()).toMatchObject([{ limit: 28, clearAt: 28, holdSeconds: 0 }])
    for (const temperature of [28.2, 27.8, 28.2, 27.8]) await send({ temperature })
    expect(await alerts()).toHaveLength(2)
  })

  test('keeps hold and margin of a rule that a client of conditions changes', async () => {
    const { ann, deviceId, idOf, listed } = await bed()
    const body = { seriesId: idOf('temperature'), kind: 'above', limit: 28, holdSeconds: 120 }
    const { ruleId } = (await ann.call(ruleRoutes.create, { body })).body
    const condition = { conditionAlertUserDeviceId: ruleId, userDeviceId: deviceId, sensorType: 'Temperature' }
    await ann.call(conditionRoutes.editOfDevice, { body: { ...condition, condition: '<=10' } })
    expect(await listed()).toMatchObject([{ kind: 'below', limit: 10, clearAt: 10.5, holdSeconds: 120 }])
  })

  test('refuses equal rules, also when sent at the same time', async () => {
    const { ann, idOf, add } = await bed()
    const many = await Promise.all(Array.from({ length: 5 }, () => add(idOf('temperature'), 'above', 25)))
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(many.filter(({ status }) => status === 409)).toHaveLength(4)
    const title = 'A condition with these values and sensor already exists in this device.'
    expect((await add(idOf('temperature'), 'above', 25)).body.title).toBe(title)
    const { body } = await add(idOf('temperature'), 'above', 26)
    const edit = { params: { ruleId: body.ruleId }, body: { limit: 25 } }
    expect((await ann.call(ruleRoutes.edit, edit)).body.title).toBe(title)
    expect((await add(idOf('temperature'), 'above', 0)).status).toBe(200)
    expect((await add(idOf('temperature'), 'above', -0)).status).toBe(409)
  })

  test('limits rules to a hundred on the series of one device', async () => {
    const { idOf, add } = await bed()
    for (let limit = 0; limit < 100; limit++) {
      expect((await add(idOf(limit % 2 === 0 ? 'temperature' : 'other'), 'above', limit)).status).toBe(200)
    }
    expect((await add(idOf('soilMoisture'), 'above', 50)).body.errors).toEqual({
      seriesId: ['This device has room for 100 conditions. Remove one first, or choose another device.'],
    })
  })

  test('returns 404 for rules and series of another person', async () => {
    const { ann, bob, idOf, add, aDevice } = await bed()
    const { body } = await add(idOf('temperature'), 'above', 25)
    const params = { ruleId: body.ruleId }
    expect((await add(idOf('temperature'), 'above', 26, bob)).status).toBe(404)
    expect((await bob.call(ruleRoutes.edit, { params, body: { limit: 3 } })).status).toBe(404)
    expect((await bob.call(ruleRoutes.remove, { params })).status).toBe(404)
    expect((await bob.call(ruleRoutes.list)).body).toMatchObject([{ kind: 'silent', deviceId: null }])
    const { deviceId } = await aDevice(bob)
    const theirs = await bob.call(seriesRoutes.add, { params: { deviceId }, body: { metric: 'ph' } })
    const steal = { params, body: { seriesId: theirs.body.seriesId } }
    expect((await ann.call(ruleRoutes.edit, steal)).status).toBe(404)
  })

  test('lists rules as conditions for clients of the first four metrics where those can name the series', async () => {
    const { ann, clock, deviceId, idOf, add, listed } = await bed()
    const { body: warm } = await add(idOf('temperature'), 'above', 25.5)
    const { body: moist } = await add(idOf('soilMoisture'), 'below', 30)
    clock.now += 1
    const condition = { userDeviceId: deviceId, sensorType: 'Humidity', condition: '<=40' }
    const { body: dry } = await ann.call(conditionRoutes.createForDevice, { body: condition })
    const conditions = (await ann.call(conditionRoutes.devices)).body
    expect(conditions).toMatchObject([
      { conditionAlertUserDeviceId: warm.ruleId, sensorType: 'Temperature', condition: '>=25.5' },
      { conditionAlertUserDeviceId: dry.conditionAlertUserDeviceId, sensorType: 'Humidity' },
    ])
    expect((await listed()).map(({ kind, limit }) => [kind, limit])).toEqual([
      ['above', 25.5],
      ['below', 30],
      ['below', 40],
    ])
    const hidden = { ...dry, conditionAlertUserDeviceId: moist.ruleId }
    expect((await ann.call(conditionRoutes.editOfDevice, { body: hidden })).status).toBe(404)
    const remove = { query: { conditionId: moist.ruleId } }
    expect((await ann.call(conditionRoutes.removeFromDevice, remove)).status).toBe(404)
  })

  test('writes alerts in the words, unit and decimals of the series', async () => {
    const { ann, deviceId, send, idOf, add, alerts } = await bed()
    const label = async (metric: string, body: object) =>
      ann.call(seriesRoutes.edit, { params: { seriesId: idOf(metric) }, body })
    await add(idOf('soilMoisture'), 'below', 30)
    const { body: pump } = await add(idOf('other'), 'above', 12)
    await send({ temperature: 20, soil_moisture_2: 29 })
    await label('other', { label: 'Pump', unit: 'kWh' })
    await send({ pump: 12.3456 })
    await send({ pump: 13 })
    expect(await alerts()).toEqual([
      'Pump in Bed is 12,3456\u00a0kWh, at or above your limit of 12\u00a0kWh.',
      'Soil moisture 2 in Bed is 29\u00a0%, at or below your limit of 30\u00a0%.',
    ])
    expect((await ann.call(alertRoutes.list)).body[0]).toMatchObject({
      alertName: 'Bed',
      alertDeviceConditionId: pump.ruleId,
      deviceId,
      seriesId: idOf('other'),
      sensorType: 'other',
    })
  })

  test('evaluates a saved rule on the newest value of its own series', async () => {
    const { send, idOf, add, alerts } = await bed()
    await send({ temperature: 30 })
    expect((await add(idOf('soilMoisture'), 'above', 41)).body.isBroken).toBe(true)
    expect(await alerts()).toHaveLength(1)
  })

  test('restarts only the rules of a series whose values are removed', async () => {
    const { ann, deviceId, send, idOf, add, alerts, listed } = await bed()
    await add(idOf('temperature'), 'above', 20)
    await add(idOf('soilMoisture'), 'above', 41)
    expect(await alerts()).toHaveLength(2)
    const broken = async () => (await listed()).map(({ isBroken }) => isBroken)
    await ann.call(seriesRoutes.removeValues, { params: { seriesId: idOf('soilMoisture') } })
    expect(await broken()).toEqual([true, false])
    await send({ temperature: 21, soil_moisture_2: 45 })
    expect([await broken(), (await alerts()).length]).toEqual([[true, true], 3])
    await ann.call(readingRoutes.remove, { query: { deviceId } })
    expect([await broken(), (await alerts()).length]).toEqual([[false, false], 3])
    await send({ temperature: 22 })
    expect([await broken(), (await alerts()).length]).toEqual([[true, false], 4])
  })

  test('waits for the first value of a sensor that has not sent yet', async () => {
    const { ann, deviceId, send, add, alerts } = await bed()
    const body = { metric: 'co2' }
    const { body: co2 } = await ann.call(seriesRoutes.add, { params: { deviceId }, body })
    expect(co2).toMatchObject({ deviceId, metric: 'co2', channel: '', label: 'CO₂', newest: null })
    expect((await ann.call(seriesRoutes.add, { params: { deviceId }, body })).body).toEqual(co2)
    await add(co2.seriesId, 'above', 1000)
    await send({ co2: 1200 })
    expect(await alerts()).toEqual(['CO₂ in Bed is 1.200\u00a0ppm, at or above your limit of 1.000\u00a0ppm.'])
  })

  test('removes rules with their device, and keeps their alerts', async () => {
    const { ann, deviceId, idOf, add, alerts, listed } = await bed()
    await add(idOf('soilMoisture'), 'above', 41)
    await ann.call(deviceRoutes.remove, { query: { userDeviceId: deviceId } })
    expect([await listed(), (await alerts()).length]).toEqual([[], 1])
    expect((await ann.call(alertRoutes.list)).body[0]).toMatchObject({
      alertDeviceConditionId: null,
      deviceId: null,
      seriesId: null,
    })
  })
})
