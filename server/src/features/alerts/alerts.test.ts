import {
  alertRoutes,
  conditionRoutes,
  deviceRoutes,
  plantRoutes,
  readingRoutes,
  settingRoutes,
  signInRoutes,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../../../../testing/growers.ts'
import { databases } from '../../../test/databases.ts'
import { createWorld, type Person, type World } from '../../../test/world.ts'

const MINUTE = 60_000
const DAY = 86_400_000

const alertsOf = async (person: Person, query: object = {}) => (await person.call(alertRoutes.list, { query })).body
const addCondition = (person: Person, userDeviceId: string, condition: string, sensorType = 'Temperature') =>
  person.call(conditionRoutes.createForDevice, { body: { userDeviceId, sensorType, condition } })

/** Sends temperatures, one a minute. */
async function measure({ call, clock }: World, token: string, ...values: Array<number | null>) {
  for (const temperature of values) {
    clock.now += MINUTE
    await call(readingRoutes.send, {
      body: { temperature, humidity: 50, timestamp: new Date(clock.now).toISOString() },
      token,
    })
  }
}

/** Sends temperatures in one list, a second apart, the last one now. */
async function measureTogether({ call, clock }: World, token: string, values: readonly number[]) {
  const list = values.map((temperature, index) => ({
    temperature,
    timestamp: new Date(clock.now - (values.length - 1 - index) * 1000).toISOString(),
  }))
  await call(readingRoutes.send, { body: list, token })
}

describe.each(databases)('alerts on %s', (_name, open) => {
  async function greenhouse() {
    const database = await open()
    const world = await createWorld({}, database)
    const ann = await world.as('ann')
    const device = await world.aDevice(ann)
    return { ...world, database, ann, device }
  }

  test('come when a reading first meets a condition, and again only after one that did not', async () => {
    const world = await greenhouse()
    const { ann, device } = world
    const { body: condition } = await addCondition(ann, device.deviceId, '>=28')
    await measure(world, device.deviceToken, 20, 28, 30, 31, null, 32, 27, 29)
    const alerts = await alertsOf(ann)
    expect(alerts.map((alert: { alertDesc: string }) => alert.alertDesc)).toEqual([
      'Temperature in Tomato house is 29,0\u00a0°C, at or above your limit of 28\u00a0°C.',
      'Temperature in Tomato house is 28,0\u00a0°C, at or above your limit of 28\u00a0°C.',
    ])
    expect(alerts[0]).toMatchObject({
      alertName: 'Tomato house',
      alertDeviceConditionId: condition.conditionAlertUserDeviceId,
      alertPlantConditionId: null,
      deviceId: device.deviceId,
      sensorType: 'Temperature',
      alertTime: new Date(world.clock.now).toISOString(),
    })
  })

  test('are not doubled by repetitions, late readings or a restart', async () => {
    const world = await greenhouse()
    const { ann, device, clock, call } = world
    await addCondition(ann, device.deviceId, '>=28')
    const send = (temperature: number, at: number) =>
      call(readingRoutes.send, {
        body: { temperature, timestamp: new Date(at).toISOString() },
        token: device.deviceToken,
      })
    const first = clock.now
    await send(30, first)
    await send(30, first)
    await send(10, first - 2 * MINUTE)
    await send(31, first - MINUTE)
    expect(await alertsOf(ann)).toHaveLength(1)

    // Another process on the same database has forgotten nothing, and the first one sees what that one did.
    const other = await createWorld({}, { ...world.database, close: () => Promise.resolve() })
    const sendThere = (temperature: number, at: number) =>
      other.call(readingRoutes.send, {
        body: { temperature, timestamp: new Date(at).toISOString() },
        token: device.deviceToken,
      })
    await sendThere(32, first + 1000)
    expect(await alertsOf(ann)).toHaveLength(1)
    await sendThere(20, first + 2000)
    await send(30, first + 3000)
    expect(await alertsOf(ann)).toHaveLength(2)
  })

  test('of one condition in one list of readings are one, of the last time, which says how many they were', async () => {
    const world = await greenhouse()
    const { ann, clock, device, call } = world
    await addCondition(ann, device.deviceId, '<=0')
    const list = [5, -1, -2, 3, -4].map((temperature, index) => ({
      temperature,
      timestamp: new Date(clock.now - (5 - index) * MINUTE).toISOString(),
    }))
    await call(readingRoutes.send, { body: list.toReversed(), token: device.deviceToken })
    expect(await alertsOf(ann)).toMatchObject([
      {
        alertTime: list[4]?.timestamp,
        alertDesc:
          'Temperature in Tomato house is \u22124,0\u00a0°C, at or below your limit of 0\u00a0°C. It came to that 2 times in readings that arrived together.',
      },
    ])
  })

  test('of a list that crosses fifty conditions five hundred times are as many as the groups it is stored in need', async () => {
    const world = await greenhouse()
    const { ann, device } = world
    for (let limit = 1; limit <= 50; limit++) await addCondition(ann, device.deviceId, `>=${limit}`)
    await measureTogether(
      world,
      device.deviceToken,
      Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? -40 : 130)),
    )
    const alerts = await alertsOf(ann)
    expect(alerts).toHaveLength(100)
    expect(alerts[0].alertDesc).toContain('It came to that 250 times')
  })

  test('beyond two hundred in a minute are one entry, which counts them', async () => {
    const world = await greenhouse()
    const { ann, device, clock, aDevice } = world
    const second = await aDevice(ann, 'Cucumber house')
    for (const { deviceId } of [device, second]) {
      for (let limit = 1; limit <= 50; limit++) await addCondition(ann, deviceId, `>=${limit}`)
    }
    const swing = async ({ deviceToken }: { deviceToken: string }) => {
      await measureTogether(world, deviceToken, [0])
      clock.now += 1000
      await measureTogether(world, deviceToken, [60])
      clock.now += 1000
    }
    const many = async () =>
      (await alertsOf(ann)).filter((alert: { alertName: string }) => alert.alertName === 'Many alerts')
    for (let times = 0; times < 2; times++) for (const one of [device, second]) await swing(one)
    expect([(await alertsOf(ann)).length, await many()]).toEqual([200, []])

    await swing(device)
    expect(await many()).toMatchObject([
      { alertDesc: expect.stringMatching(/^50 more alerts/), alertDeviceConditionId: null },
    ])
    await swing(second)
    expect(await many()).toMatchObject([{ alertDesc: expect.stringMatching(/^100 more alerts/) }])
    expect(await alertsOf(ann)).toHaveLength(201)

    clock.now += MINUTE
    await swing(device)
    expect(await alertsOf(ann)).toHaveLength(251)
  })

  test('that were not committed count for no minute', async () => {
    const world = await greenhouse()
    const { ann, device, app, clock } = world
    for (let limit = 1; limit <= 50; limit++) await addCondition(ann, device.deviceId, `>=${limit}`)
    await measureTogether(world, device.deviceToken, [0])
    const { db } = app.context
    for (let times = 0; times < 5; times++) {
      await db.schema.alterTable('alert').renameTo('alert_away').execute()
      clock.now += 1000
      await measureTogether(world, device.deviceToken, [60])
      await db.schema.alterTable('alert_away').renameTo('alert').execute()
    }
    clock.now += 1000
    await measureTogether(world, device.deviceToken, [60])
    await expect.poll(() => alertsOf(ann)).toHaveLength(50)
  })

  test('come at once when the newest reading meets a new or changed condition', async () => {
    const world = await greenhouse()
    const { ann, device } = world
    await measure(world, device.deviceToken, 30)
    const { body } = await addCondition(ann, device.deviceId, '>=35')
    expect(await alertsOf(ann)).toHaveLength(0)
    await ann.call(conditionRoutes.editOfDevice, {
      body: {
        conditionAlertUserDeviceId: body.conditionAlertUserDeviceId,
        userDeviceId: device.deviceId,
        sensorType: 'Temperature',
        condition: '>=30',
      },
    })
    expect(await alertsOf(ann)).toHaveLength(1)
    await measure(world, device.deviceToken, 31)
    expect(await alertsOf(ann)).toHaveLength(1)
    await addCondition(ann, device.deviceId, '>=29')
    expect(await alertsOf(ann)).toHaveLength(2)
  })

  test('keep their text when their condition or device goes', async () => {
    const world = await greenhouse()
    const { ann, device } = world
    const { body } = await addCondition(ann, device.deviceId, '>=28')
    await measure(world, device.deviceToken, 30)
    await ann.call(conditionRoutes.removeFromDevice, { query: { conditionId: body.conditionAlertUserDeviceId } })
    const [alert] = await alertsOf(ann)
    expect(alert).toMatchObject({ alertDeviceConditionId: null, deviceId: device.deviceId })
    await ann.call(deviceRoutes.remove, { query: { userDeviceId: device.deviceId } })
    expect((await alertsOf(ann))[0]).toMatchObject({ alertDesc: alert.alertDesc, deviceId: null })
    await measure(world, device.deviceToken, 40)
    expect(await alertsOf(ann)).toHaveLength(1)
  })

  test('are in Fahrenheit for users who prefer it', async () => {
    const world = await greenhouse()
    const { ann, device } = world
    await ann.call(settingRoutes.set, { params: { settingName: 'celsius' }, body: { value: false } })
    await addCondition(ann, device.deviceId, '<=0')
    await measure(world, device.deviceToken, -2)
    expect((await alertsOf(ann))[0].alertDesc).toBe(
      'Temperature in Tomato house is 28,4\u00a0°F, at or below your limit of 32\u00a0°F.',
    )
  })

  test('are listed by year in the time zone of who asks, and by page', async () => {
    const world = await greenhouse()
    const { ann, device, clock } = world
    await addCondition(ann, device.deviceId, '>=28')
    for (const text of ['2024-06-01T00:00:00Z', '2025-12-31T23:30:00Z', '2026-06-01T00:00:00Z']) {
      clock.now = Date.parse(text) - MINUTE
      await measure(world, device.deviceToken, 30, 20)
    }
    clock.now = Date.parse('2026-06-02T00:00:00Z')
    const years = async (zone: string) => (await ann.call(alertRoutes.years, { query: { timeZone: zone } })).body
    expect(await years('UTC')).toEqual([2026, 2025, 2024])
    expect(await years('Europe/Copenhagen')).toEqual([2026, 2024])
    expect(await alertsOf(ann, { year: 2025 })).toHaveLength(1)
    expect(await alertsOf(ann, { year: 2025, timeZone: 'Europe/Copenhagen' })).toHaveLength(0)
    const all = await alertsOf(ann)
    expect(all).toHaveLength(3)
    const first = await alertsOf(ann, { limit: 2 })
    expect([...first, ...(await alertsOf(ann, { limit: 2, before: first[1].alertId }))]).toEqual(all)
    expect((await ann.call(alertRoutes.list, { query: { limit: 1000 } })).status).toBe(400)
    expect((await ann.call(alertRoutes.list, { query: { timeZone: 'Mars' } })).status).toBe(400)
  })

  test('of a list longer than a page come whole, newest first', async () => {
    const { ann, app, clock } = await greenhouse()
    const rows = Array.from({ length: 2500 }, (_, index) => ({
      id: `0190a1b2-0000-4000-8000-${String(index).padStart(12, '0')}`,
      user_id: ann.userId,
      name: 'House',
      description: `Alert ${index}`,
      // Many in the same millisecond, as a frost makes them.
      at: clock.now - Math.floor(index / 7),
      plant_condition_id: null,
      device_condition_id: null,
      device_key: null,
      sensor_type: null,
    }))
    for (let from = 0; from < rows.length; from += 500) {
      await app.context.db
        .insertInto('alert')
        .values(rows.slice(from, from + 500))
        .execute()
    }
    const all: Array<{ alertId: string; alertTime: string }> = await alertsOf(ann)
    expect(new Set(all.map(({ alertId }) => alertId)).size).toBe(2500)
    expect(all.map(({ alertTime }) => alertTime)).toEqual(
      all
        .map(({ alertTime }) => alertTime)
        .toSorted()
        .toReversed(),
    )
  })

  test('made by hand belong to a condition of one’s own', async () => {
    const { ann, device, as } = await greenhouse()
    const bob = await as('bob')
    const { body } = await addCondition(ann, device.deviceId, '>=28')
    const alert = {
      alertName: 'Door',
      alertDesc: 'It stands open',
      alertConditionId: body.conditionAlertUserDeviceId,
      isPlantCondition: false,
    }
    expect((await bob.call(alertRoutes.create, { body: alert })).status).toBe(404)
    expect((await ann.call(alertRoutes.create, { body: { ...alert, alertUser: bob.userId } })).status).toBe(403)
    expect((await ann.call(alertRoutes.create, { body: { ...alert, isPlantCondition: true } })).status).toBe(404)
    expect((await ann.call(alertRoutes.create, { body: alert })).body).toMatchObject({ alertName: 'Door' })
    expect(await alertsOf(ann)).toHaveLength(1)
    expect(await alertsOf(bob)).toEqual([])
  })

  test('made by hand come in no more than two hundred a minute', async () => {
    const { ann, device, clock } = await greenhouse()
    const { body } = await addCondition(ann, device.deviceId, '>=28')
    const alert = { alertName: 'Door', alertDesc: 'It stands open', isPlantCondition: false }
    const make = () =>
      ann.call(alertRoutes.create, { body: { ...alert, alertConditionId: body.conditionAlertUserDeviceId } })
    for (let count = 0; count < 200; count++) expect((await make()).status).toBe(200)
    const refused = await make()
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 60])
    clock.now += MINUTE
    expect((await make()).status).toBe(200)
    expect(await alertsOf(ann)).toHaveLength(201)
  })

  test('of readings whose evaluation failed come with the next one, once', async () => {
    const world = await greenhouse()
    const { ann, device, app } = world
    await addCondition(ann, device.deviceId, '>=28')
    await measure(world, device.deviceToken, 20)
    const { db } = app.context
    await db.schema.alterTable('alert').renameTo('alert_away').execute()
    await measure(world, device.deviceToken, 30)
    const metAt = new Date(world.clock.now).toISOString()
    await db.schema.alterTable('alert_away').renameTo('alert').execute()
    await measure(world, device.deviceToken, 31)
    await expect.poll(() => alertsOf(ann)).toMatchObject([{ alertTime: metAt }])
  })
})

describe.each(databases)('reminders on %s', (_name, open) => {
  async function garden(more: object = {}) {
    const world = await createWorld({}, await open())
    // Weeks go by in these tests, and sessions end with them: she signs in for everything she does.
    const call: Person['call'] = async (route, parts) => {
      const login = { email: 'ann@example.org', password: PASSWORD }
      const { body } = await world.call(signInRoutes.login, { body: login })
      return world.call(route, { ...parts, token: body.jwt })
    }
    const ann = { ...(await world.as('ann')), call }
    const plant = await ann.call(plantRoutes.create, {
      body: {
        plantName: 'Basil',
        plantType: 'Herb',
        waterEvery: 7,
        ...more,
      },
    })
    const { plantId } = plant.body
    const notify = () => ann.call(conditionRoutes.createForPlant, { body: { plantId } })
    const after = async (ms: number) => {
      world.clock.now += ms
      await world.app.reminders.runNow()
      return (await alertsOf(ann)).length
    }
    return { ...world, ann, plantId, notify, after }
  }

  test('come once when a plant is due, and again after the next watering lapses', async () => {
    const { ann, plantId, notify, after } = await garden()
    await notify()
    expect(await after(7 * DAY - MINUTE)).toBe(0)
    expect(await after(MINUTE)).toBe(1)
    expect(await after(30 * DAY)).toBe(1)
    await ann.call(plantRoutes.water, { query: { plantId } })
    expect(await after(7 * DAY - 1)).toBe(1)
    expect(await after(1)).toBe(2)
    const [alert] = await alertsOf(ann)
    expect(alert).toMatchObject({ alertName: 'Basil', alertDesc: 'Basil needs water. It was last watered 7 days ago.' })
  })

  test('come at once for a plant that is due already', async () => {
    const { ann, notify } = await garden({ planted: '2026-01-01T00:00:00Z' })
    await notify()
    expect((await alertsOf(ann))[0].alertDesc).toBe('Basil needs water. It has not been watered yet.')
  })

  test.each(['one', 'all'])('go by the watering before when that of %s is undone', async (which) => {
    const { ann, plantId, notify, after } = await garden()
    await notify()
    const waterAndUndo = async () => {
      const water = which === 'one' ? { route: plantRoutes.water, query: { plantId } } : { route: plantRoutes.waterAll }
      const { body } = await ann.call(water.route, { query: water.query })
      const [{ lastWatered: wateredAt }] = [body].flat()
      await ann.call(plantRoutes.undoWatering, { query: { ...water.query, wateredAt } })
    }
    expect(await after(6 * DAY)).toBe(0)
    await waterAndUndo()
    expect(await after(DAY - 1)).toBe(0)
    expect(await after(1)).toBe(1)
    // The reminder that came is not repeated.
    await waterAndUndo()
    expect(await after(30 * DAY)).toBe(1)
  })

  test('do not come twice, whoever sweeps, whatever the clock does', async () => {
    const { app, ann, clock, notify, after } = await garden()
    await notify()
    clock.now += 8 * DAY
    await Promise.all([app.reminders.runNow(), app.reminders.runNow()])
    expect(await alertsOf(ann)).toHaveLength(1)
    clock.now -= 3 * DAY
    expect(await after(0)).toBe(1)
    expect(await after(4 * DAY)).toBe(1)
  })

  test('are not repeated by an edit, and need an interval and a living plant', async () => {
    const { ann, plantId, notify, after } = await garden()
    await notify()
    expect(await after(8 * DAY)).toBe(1)
    await ann.call(plantRoutes.edit, { query: { plantId }, body: { waterEvery: 2, plantNotes: 'Thirsty' } })
    expect(await after(DAY)).toBe(1)
    await ann.call(plantRoutes.water, { query: { plantId } })
    await ann.call(plantRoutes.edit, { query: { plantId }, body: { waterEvery: null } })
    expect(await after(365 * DAY)).toBe(1)
    await ann.call(plantRoutes.edit, { query: { plantId }, body: { waterEvery: 2 } })
    await ann.call(plantRoutes.markDead, { query: { plantId } })
    expect(await after(365 * DAY)).toBe(1)
  })
})
