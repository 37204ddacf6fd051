import {
  conditionRoutes,
  deviceRoutes,
  readingRoutes,
  ruleRoutes,
  settingRoutes,
  type Rule,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { addCondition, alertingWorld, alertsOf, measure, measureTogether } from '../../../test/alerting.ts'
import { databases } from '../../../test/databases.ts'
import { episodesOf } from '../../../test/episodes.ts'
import { ON_CLUSTER } from '../../../test/on-cluster.ts'
import { createWorld } from '../../../test/world.ts'

const MINUTE = 60_000

describe.each(databases)('alerts on %s', (_name, open) => {
  const greenhouse = () => alertingWorld(open)

  test('opens an alert when a reading first meets a condition, and the next after one that does not', async () => {
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

  // The second server takes the whole log over here. In a cluster they share it, and the tests of faults end them in turn.
  test.skipIf(ON_CLUSTER)('doubles no alert after repetitions, late readings or a restart', async () => {
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

    // Another process on the same database has forgotten nothing. It owns the log from now on.
    const other = await createWorld({}, { ...world.database, close: () => Promise.resolve() })
    const sendThere = (temperature: number, at: number) =>
      other.call(readingRoutes.send, {
        body: { temperature, timestamp: new Date(at).toISOString() },
        token: device.deviceToken,
      })
    await sendThere(32, first + 1000)
    expect(await alertsOf(ann)).toHaveLength(1)
    await sendThere(20, first + 2000)
    // The owner evaluates the readings that the first process ingests.
    await send(30, first + 3000)
    expect(await alertsOf(ann)).toHaveLength(1)
    await sendThere(31, first + 4000)
    expect(await alertsOf(ann)).toHaveLength(2)
  })

  test('opens the alert of a rule with a hold once, though another process takes over meanwhile', async () => {
    const world = await greenhouse()
    const { ann, device, clock, call } = world
    const { body: condition } = await addCondition(ann, device.deviceId, '>=28')
    const params = { ruleId: condition.conditionAlertUserDeviceId }
    await ann.call(ruleRoutes.edit, { params, body: { holdSeconds: 120 } })
    const { deviceToken: token } = device
    await measure(world, token, 30, 30)
    expect(await alertsOf(ann)).toEqual([])
    const other = await createWorld({}, { ...world.database, close: () => Promise.resolve() })
    other.clock.now = clock.now
    await measure(other, token, 30, 30, 30)
    // In a cluster it may be the first one that evaluates what the other one took.
    await expect.poll(() => alertsOf(ann)).toHaveLength(1)
    clock.now += 4 * MINUTE
    await call(readingRoutes.send, { body: { temperature: 31 }, token })
    expect(await alertsOf(ann)).toHaveLength(1)
  })

  test('opens an alert for each time that a list of readings meets a condition', async () => {
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
        alertDesc: 'Temperature in Tomato house is \u22124,0\u00a0°C, at or below your limit of 0\u00a0°C.',
      },
      {
        alertTime: list[1]?.timestamp,
        alertDesc: 'Temperature in Tomato house is \u22121,0\u00a0°C, at or below your limit of 0\u00a0°C.',
      },
    ])
    expect(await episodesOf(ann)).toMatchObject([
      { openedValue: -4, closedAt: null },
      { openedValue: -1, worstValue: -2, worstAt: list[2]?.timestamp, closedValue: 3, closedAt: list[3]?.timestamp },
    ])
  })

  test('lists 250 alerts and an entry with the number of the others when a list crosses fifty conditions 500 times', async () => {
    const world = await greenhouse()
    const { ann, device } = world
    for (let limit = 1; limit <= 50; limit++) await addCondition(ann, device.deviceId, `>=${limit}`)
    await measureTogether(
      world,
      device.deviceToken,
      Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? -40 : 130)),
    )
    const alerts = await alertsOf(ann)
    expect(alerts).toHaveLength(251)
    expect(alerts.find(({ alertName }: { alertName: string }) => alertName === 'Many alerts')).toMatchObject({
      alertDesc:
        '24750 more alerts came within the same minute, too many to list one by one. Look at your alert conditions.',
    })
    const rules = (await ann.call(ruleRoutes.list)).body as Rule[]
    expect(rules.filter(({ isBroken }) => isBroken)).toHaveLength(50)
  })

  test('opens an alert at once when the newest reading meets a new or changed condition', async () => {
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

  test('opens no alert when a condition is saved unchanged', async () => {
    const world = await greenhouse()
    const { ann, device } = world
    await measure(world, device.deviceToken, 30)
    const { body } = await addCondition(ann, device.deviceId, '>=28')
    const save = (condition: string) =>
      ann.call(conditionRoutes.editOfDevice, { body: { ...body, condition, isMet: undefined } })
    expect((await save('>= 28.00')).body).toMatchObject({ condition: '>=28', isMet: true })
    expect(await alertsOf(ann)).toHaveLength(1)
    await measure(world, device.deviceToken, 31)
    expect(await alertsOf(ann)).toHaveLength(1)
    await measure(world, device.deviceToken, 20, 32)
    expect(await alertsOf(ann)).toHaveLength(2)
    await save('>=29')
    expect(await alertsOf(ann)).toHaveLength(3)
  })

  test('opens no alert for a new condition on a value older than three intervals', async () => {
    const world = await greenhouse()
    const { ann, device, clock } = world
    const interval = { body: { deviceId: device.deviceId, interval: '600' } }
    expect((await ann.call(deviceRoutes.changePreferences, interval)).status).toBe(204)
    await measure(world, device.deviceToken, 40)
    clock.now += 30 * MINUTE
    await addCondition(ann, device.deviceId, '>=28')
    expect(await alertsOf(ann)).toHaveLength(1)
    clock.now += 1
    expect((await addCondition(ann, device.deviceId, '>=29')).body.isMet).toBe(false)
    expect(await alertsOf(ann)).toHaveLength(1)
    await measure(world, device.deviceToken, 41)
    expect(await alertsOf(ann)).toHaveLength(2)
  })

  test('keeps the text of alerts when their condition or device is removed', async () => {
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

  test('writes alerts in Fahrenheit for users who prefer it', async () => {
    const world = await greenhouse()
    const { ann, device } = world
    await ann.call(settingRoutes.set, { params: { settingName: 'celsius' }, body: { value: false } })
    await addCondition(ann, device.deviceId, '<=0')
    await measure(world, device.deviceToken, -2)
    expect((await alertsOf(ann))[0].alertDesc).toBe(
      'Temperature in Tomato house is 28,4\u00a0°F, at or below your limit of 32\u00a0°F.',
    )
  })

  // In a cluster the first server would still have a part of the partitions.
  test.skipIf(ON_CLUSTER)('opens the alerts of all others while the rules of one device cannot be read', async () => {
    const world = await greenhouse()
    const { ann, device, app } = world
    await addCondition(ann, device.deviceId, '>=28')
    const bob = await world.as('bob')
    const broken = await world.aDevice(bob)
    await addCondition(bob, broken.deviceId, '>=28')
    const { db } = app.context
    await db.updateTable('rule').set({ active_hours: 'no JSON' }).where('household_id', '=', bob.householdId).execute()
    // One that has not read them before.
    const other = await createWorld({}, { ...world.database, close: () => Promise.resolve() })
    other.clock.now = world.clock.now
    await measure(other, broken.deviceToken, 30)
    await measure(other, device.deviceToken, 30)
    expect(await alertsOf(ann)).toHaveLength(1)
    const [letter, ...more] = await db.selectFrom('dead_letter').selectAll().execute()
    expect([letter?.is_whole, letter?.reason, more]).toEqual([1, expect.stringMatching(/^SyntaxError: /), []])
    const { timeSeries } = other.app.context
    await timeSeries.erase(Number(letter?.device_key))
    await timeSeries.compact()
    expect(await db.selectFrom('dead_letter').select('seq').execute()).toEqual([])
  })

  test('opens the alerts of readings whose evaluation failed with the next one, once', async () => {
    const world = await greenhouse()
    const { ann, device, app } = world
    await addCondition(ann, device.deviceId, '>=28')
    await measure(world, device.deviceToken, 20)
    const { db } = app.context
    await db.schema.alterTable('episode').renameTo('episode_away').execute()
    await measure(world, device.deviceToken, 30)
    const metAt = new Date(world.clock.now).toISOString()
    await db.schema.alterTable('episode_away').renameTo('episode').execute()
    await measure(world, device.deviceToken, 31)
    await expect.poll(() => alertsOf(ann)).toMatchObject([{ alertTime: metAt }])
  })
})
